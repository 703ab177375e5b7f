package dev.latchkey.bridge.json;

import java.math.BigInteger;
import java.util.Random;

/** Draws JSON texts that are hard to write as V8 does, one in ten of them damaged. */
final class RandomJson {
    private static final String[] NAMES = {
        "a",
        "b",
        "__proto__",
        "constructor",
        "toJSON",
        "length",
        "",
        "0",
        "1",
        "2",
        "10",
        "01",
        "-1",
        "1e1",
        "4294967294",
        "4294967295",
        "99999999999",
        "é",
        "\\u0061",
        "\\u0031",
        "\\ud800",
        "\\n"
    };
    private static final String[] PIECES = {
        "a",
        "é",
        "漢",
        "😀",
        "\\ud83d\\ude00",
        "\\ud83d",
        "\\uDE00",
        "\\u0000",
        "\\u001F",
        "\u007f",
        "\\\"",
        "\\\\",
        "\\/",
        "/",
        "\\b\\f\\n\\r\\t",
        "\u2028",
        "\\u2029",
        "\ufeff",
        "\\uffff"
    };
    private static final String[] SPACES = {"", "", "", " ", "\n", "\t\r "};
    private static final String DAMAGE = "{}[],:\"\\-+.eE0129tfn u\u0001";

    private final Random random;

    RandomJson(Random random) {
        this.random = random;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        value(text, random.nextInt(6));
        if (random.nextInt(10) == 0) {
            damage(text);
        }
        return text.toString();
    }

    private void value(StringBuilder text, int depth) {
        space(text);
        switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 -> text.append(oneOf("true", "false", "null"));
            case 1, 2 -> text.append(number());
            case 3, 4 -> string(text);
            case 5 -> array(text, depth - 1);
            default -> object(text, depth - 1);
        }
        space(text);
    }

    private void array(StringBuilder text, int depth) {
        text.append('[');
        for (int i = 0, size = random.nextInt(4); i < size; i++) {
            text.append(i > 0 ? "," : "");
            value(text, depth);
        }
        text.append(']');
    }

    private void object(StringBuilder text, int depth) {
        text.append('{');
        for (int i = 0, size = random.nextInt(6); i < size; i++) {
            text.append(i > 0 ? "," : "");
            space(text);
            text.append('"').append(name()).append('"');
            space(text);
            text.append(':');
            value(text, depth);
        }
        space(text);
        text.append('}');
    }

    private String name() {
        return random.nextBoolean() ? oneOf(NAMES) : String.valueOf(random.nextInt(12));
    }

    private void string(StringBuilder text) {
        text.append('"');
        for (int i = 0, size = random.nextInt(5); i < size; i++) {
            text.append(oneOf(PIECES));
        }
        text.append('"');
    }

    private String number() {
        return switch (random.nextInt(6)) {
            case 0 -> String.valueOf(random.nextInt());
            case 1 -> new BigInteger(random.nextInt(120), random).toString();
            case 2 -> random.nextInt(100) + "." + random.nextInt(100_000);
            case 3 -> "-" + (1 + random.nextInt(99)) + "e" + (random.nextInt(700) - 350);
            case 4 -> (random.nextBoolean() ? "-" : "") + "0" + oneOf("", ".0", ".10", "e5", "E-5");
            default -> anyDouble();
        };
    }

    private String anyDouble() {
        double any = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(any) ? String.valueOf(any) : "1E21";
    }

    private void damage(StringBuilder text) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
            case 0 -> text.deleteCharAt(at);
            case 1 -> text.insert(at, DAMAGE.charAt(random.nextInt(DAMAGE.length())));
            default -> text.setLength(at);
        }
    }

    private void space(StringBuilder text) {
        text.append(oneOf(SPACES));
    }

    private String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
