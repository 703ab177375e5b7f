package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.latchkey.outbox.postgres.OutboxTable.Columns;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import java.util.LinkedHashMap;
import java.util.Map;

/** The column names of the outbox table, case kept, as they stand in the database. */
@SelfValidating
public final class ColumnsConfiguration {
    @JsonProperty
    private String id = Columns.DEFAULT.id();

    @JsonProperty
    private String aggregateType = Columns.DEFAULT.aggregateType();

    @JsonProperty
    private String aggregateId = Columns.DEFAULT.aggregateId();

    @JsonProperty
    private String type = Columns.DEFAULT.type();

    @JsonProperty
    private String payload = Columns.DEFAULT.payload();

    @JsonProperty
    private String headers = Columns.DEFAULT.headers();

    @JsonProperty
    private String xactAt = Columns.DEFAULT.xactAt();

    @JsonProperty
    private String xid = Columns.DEFAULT.xid();

    @JsonProperty
    private String seq = Columns.DEFAULT.seq();

    @JsonProperty
    private String slot = Columns.DEFAULT.slot();

    @JsonProperty
    private String publishedAt = Columns.DEFAULT.publishedAt();

    @SelfValidation
    public void rules(ViolationCollector violations) {
        SqlNames.checkColumns(byKey(), violations);
    }

    public Columns names() {
        return new Columns(id, aggregateType, aggregateId, type, payload, headers, xactAt, xid, seq, slot, publishedAt);
    }

    private Map<String, String> byKey() {
        Map<String, String> byKey = new LinkedHashMap<>();
        byKey.put("id", id);
        byKey.put("aggregateType", aggregateType);
        byKey.put("aggregateId", aggregateId);
        byKey.put("type", type);
        byKey.put("payload", payload);
        byKey.put("headers", headers);
        byKey.put("xactAt", xactAt);
        byKey.put("xid", xid);
        byKey.put("seq", seq);
        byKey.put("slot", slot);
        byKey.put("publishedAt", publishedAt);
        return byKey;
    }
}
