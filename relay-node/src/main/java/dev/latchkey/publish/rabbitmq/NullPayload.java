package dev.latchkey.publish.rabbitmq;

/** How SQL NULL is told from an empty payload, where a message always has a body: by a header, which is true then. */
public final class NullPayload {
    public static final String HEADER = "latchkey-null";
    public static final byte[] BODY = {};

    private NullPayload() {}
}
