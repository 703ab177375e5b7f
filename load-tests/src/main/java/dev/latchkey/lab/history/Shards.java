package dev.latchkey.lab.history;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** Where a key belongs, by the rule of the README's glossary. */
public final class Shards {
    private static final int SLOTS = 256;

    private Shards() {}

    /**
     * The first byte of the MD5 of the key, of the event id where there is none, is the slot; shards are slots in a row.
     *
     * @param key null where the event has none
     */
    public static int of(String key, UUID eventId, int shards) {
        String hashed = key == null ? eventId.toString() : key;
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(hashed.getBytes(StandardCharsets.UTF_8));
            return Byte.toUnsignedInt(digest[0]) * shards / SLOTS;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}
