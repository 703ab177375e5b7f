package dev.latchkey.bridge.json;

/** Strings as {@code JSON.stringify} writes them (ECMA-262, QuoteJSONString). */
final class JsonStrings {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private JsonStrings() {}

    static String quoted(String string) {
        StringBuilder out = new StringBuilder(string.length() + 2).append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < string.length()
                    && Character.isLowSurrogate(string.charAt(i + 1))) {
                out.append(c).append(string.charAt(++i));
            } else {
                append(out, c);
            }
        }
        return out.append('"').toString();
    }

    private static void append(StringBuilder out, char c) {
        switch (c) {
            case '"', '\\' -> out.append('\\').append(c);
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c < ' ' || Character.isSurrogate(c)) {
                    out.append("\\u");
                    for (int shift = 12; shift >= 0; shift -= 4) {
                        out.append(HEX[c >> shift & 0xf]);
                    }
                } else {
                    out.append(c);
                }
            }
        }
    }
}
