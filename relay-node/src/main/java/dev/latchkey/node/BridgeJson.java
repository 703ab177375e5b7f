package dev.latchkey.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Tells JSON from what is none. Thread-safe. */
final class BridgeJson {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private BridgeJson() {}

    static Optional<byte[]> canonical(String text) {
        try {
            return MAPPER.readTree(text).isMissingNode()
                    ? Optional.empty()
                    : Optional.of(text.getBytes(StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
