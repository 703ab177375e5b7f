package dev.latchkey.bridge.json;

/** Text is no JSON. The message says where and why, and holds nothing of the text. */
public final class InvalidJsonException extends Exception {
    private final int offset;

    InvalidJsonException(String rule, int offset) {
        super(rule + " at offset " + offset);
        this.offset = offset;
    }

    /** UTF-16 units before the first one that can't be. */
    public int offset() {
        return offset;
    }
}
