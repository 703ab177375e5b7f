package dev.latchkey.bridge.json;

import java.util.ArrayDeque;
import java.util.Deque;

/** The grammar of {@code JSON.parse}, without recursion. For one text and one thread. */
final class JsonReader {
    private static final int END = -1;

    private final String text;
    private final Deque<JsonContainer> open = new ArrayDeque<>();
    private int at;

    JsonReader(String text) {
        this.text = text;
    }

    /** A container, or a string that holds the scalar as it will be written. */
    Object read() throws InvalidJsonException {
        Object whole = null;
        while (whole == null) {
            Object value = valueOrOpening();
            whole = value == null ? null : close(value);
        }
        skipSpace();
        if (peek() != END) {
            throw wrong("there is something after the value");
        }
        return whole;
    }

    /** A complete value; null when a container has been opened whose first value comes next. */
    private Object valueOrOpening() throws InvalidJsonException {
        skipSpace();
        return switch (peek()) {
            case '{' -> opened(new JsonContainer.Members(), '}');
            case '[' -> opened(new JsonContainer.Elements(), ']');
            case '"' -> JsonStrings.quoted(string());
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private Object opened(JsonContainer container, char end) throws InvalidJsonException {
        at++;
        skipSpace();
        if (peek() == end) {
            at++;
            return container;
        }
        open.push(container);
        nameNext(container);
        return null;
    }

    /** Puts a value where it belongs, and that container too if it ends here; the whole once nothing is open. */
    private Object close(Object value) throws InvalidJsonException {
        Object complete = value;
        while (!open.isEmpty()) {
            JsonContainer container = open.peek();
            container.add(complete);
            skipSpace();
            int next = peek();
            if (next == ',') {
                at++;
                nameNext(container);
                return null;
            }
            if (next != (container.isObject() ? '}' : ']')) {
                throw wrong("needs a comma or the end of the " + (container.isObject() ? "object" : "array"));
            }
            at++;
            complete = open.pop();
        }
        return complete;
    }

    private void nameNext(JsonContainer container) throws InvalidJsonException {
        if (!(container instanceof JsonContainer.Members members)) {
            return;
        }
        skipSpace();
        if (peek() != '"') {
            throw wrong("needs a name in double quotes");
        }
        members.name(string());
        skipSpace();
        if (peek() != ':') {
            throw wrong("needs a colon after the name");
        }
        at++;
    }

    private String word(String expected) throws InvalidJsonException {
        if (!text.startsWith(expected, at)) {
            throw wrong("needs a value");
        }
        at += expected.length();
        return expected;
    }

    private String string() throws InvalidJsonException {
        int begin = ++at;
        StringBuilder unescaped = null;
        for (int c = peek(); c != '"'; c = peek()) {
            if (c < ' ') {
                throw wrong(c == END ? "the string doesn't end" : "a control character in a string must be escaped");
            }
            if (c == '\\') {
                unescaped = unescaped == null ? new StringBuilder().append(text, begin, at) : unescaped;
                unescaped.append(escaped());
            } else {
                at++;
                if (unescaped != null) {
                    unescaped.append((char) c);
                }
            }
        }
        String string = unescaped == null ? text.substring(begin, at) : unescaped.toString();
        at++;
        return string;
    }

    private char escaped() throws InvalidJsonException {
        at++;
        int c = peek();
        char meant = switch (c) {
            case '"', '\\', '/' -> (char) c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> throw wrong("there is no such escape");
        };
        at++;
        return meant;
    }

    /** Four hexadecimal digits; leaves the last one to be passed. */
    private char unit() throws InvalidJsonException {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            at++;
            int c = peek();
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw wrong("needs four hexadecimal digits");
            }
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    private String number() throws InvalidJsonException {
        int begin = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits(at == begin ? "needs a value" : "needs a digit after the minus");
        }
        if (peek() == '.') {
            at++;
            digits("needs a digit after the point");
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits("needs a digit in the exponent");
        }
        return JsonNumbers.write(Double.parseDouble(text.substring(begin, at)));
    }

    private void digits(String rule) throws InvalidJsonException {
        int begin = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == begin) {
            throw wrong(rule);
        }
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') {
            at++;
        }
    }

    private int peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private InvalidJsonException wrong(String rule) {
        return new InvalidJsonException(at < text.length() ? rule : rule + ", and the text ends", at);
    }
}
