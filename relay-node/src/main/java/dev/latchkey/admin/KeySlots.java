package dev.latchkey.admin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Where a key lies on the hash ring, as the outbox table's generated column computes it. */
final class KeySlots {
    private KeySlots() {}

    /** 0 to 255: the first byte of the MD5 of the key in UTF-8. */
    static int slotOf(String key) {
        try {
            return MessageDigest.getInstance("MD5").digest(key.getBytes(StandardCharsets.UTF_8))[0] & 0xff;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
