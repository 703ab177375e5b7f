package dev.latchkey.bridge.json;

/**
 * Parses JSON text and writes it again, byte for byte as {@code JSON.stringify(JSON.parse(text))} of V8 does. Pure.
 *
 * <p>What that changes, by ECMA-262: white space goes; a name given twice keeps its first place and its last value; names
 * that are array indexes (0 to 2^32-2) come first, in ascending order; numbers are rounded to doubles and written in their
 * shortest form, -0 as 0 and what overflows as null; strings are escaped only where they must be, lone surrogates included.
 *
 * <p>Nesting is bound by memory alone, which is in proportion to the text; V8 itself gives up at some thousands of levels.
 */
public final class V8Json {
    private V8Json() {}

    /**
     * @return UTF-8
     * @throws InvalidJsonException when {@code JSON.parse} would refuse the text
     */
    public static byte[] rewrite(String text) throws InvalidJsonException {
        return JsonWriter.write(new JsonReader(text).read());
    }
}
