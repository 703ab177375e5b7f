package dev.latchkey.bridge.postgres;

import dev.latchkey.outbox.postgres.OutboxTable;

/**
 * The names of the event table, its columns and the relay's own schema, as configured. Immutable. The methods give them
 * quoted for SQL.
 */
public record BridgeTable(String schema, String table, String relaySchema, Columns columns) {
    /** As the documentation has it: {@code public.event_outbox}, relay schema {@code latchkey}. */
    public static final BridgeTable DEFAULT = new BridgeTable("public", "event_outbox", "latchkey", Columns.DEFAULT);

    private static final String PARKED = "bridge_parked";

    /** Names of the columns. */
    public record Columns(String id, String channel, String payload, String createdAt, String publishedAt) {
        public static final Columns DEFAULT = new Columns("id", "channel", "payload", "created_at", "published_at");
    }

    /** The table, schema-qualified and quoted. */
    public String quoted() {
        return OutboxTable.quote(schema) + "." + OutboxTable.quote(table);
    }

    /** Where rows go whose message the broker will never take. */
    public String parked() {
        return OutboxTable.quote(relaySchema) + "." + OutboxTable.quote(PARKED);
    }
}
