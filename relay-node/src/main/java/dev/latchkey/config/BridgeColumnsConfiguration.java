package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.latchkey.bridge.postgres.BridgeTable.Columns;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import java.util.LinkedHashMap;
import java.util.Map;

/** The column names of the table behind the channels, case kept. */
@SelfValidating
public final class BridgeColumnsConfiguration {
    @JsonProperty
    private String id = Columns.DEFAULT.id();

    @JsonProperty
    private String channel = Columns.DEFAULT.channel();

    @JsonProperty
    private String payload = Columns.DEFAULT.payload();

    @JsonProperty
    private String createdAt = Columns.DEFAULT.createdAt();

    @JsonProperty
    private String publishedAt = Columns.DEFAULT.publishedAt();

    @SelfValidation
    public void rules(ViolationCollector violations) {
        Map<String, String> byKey = new LinkedHashMap<>();
        byKey.put("id", id);
        byKey.put("channel", channel);
        byKey.put("payload", payload);
        byKey.put("createdAt", createdAt);
        byKey.put("publishedAt", publishedAt);
        SqlNames.checkColumns(byKey, violations);
    }

    public Columns names() {
        return new Columns(id, channel, payload, createdAt, publishedAt);
    }
}
