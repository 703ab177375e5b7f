package dev.latchkey.outbox.postgres;

/**
 * The names of the outbox table, its columns and the relay's own schema, as configured. Immutable. The {@code q...}
 * methods give them quoted for SQL; no other way of putting a name into a statement is used.
 *
 * @param schema schema of the outbox table
 * @param table the outbox table
 * @param relaySchema schema of the relay's own tables
 * @param columns names of the columns
 */
public record OutboxTable(String schema, String table, String relaySchema, Columns columns) {
    /** Names of the columns; the first six are the writer's, the others are the relay's. */
    public record Columns(
            String id,
            String aggregateType,
            String aggregateId,
            String type,
            String payload,
            String headers,
            String xactAt,
            String xid,
            String seq,
            String slot,
            String publishedAt) {
        public static final Columns DEFAULT = new Columns(
                "id",
                "aggregatetype",
                "aggregateid",
                "type",
                "payload",
                "headers",
                "xact_at",
                "xid",
                "seq",
                "slot",
                "published_at");
    }

    /** The table as in the documentation: {@code public.outbox}, relay schema {@code latchkey}. */
    public static final OutboxTable DEFAULT = new OutboxTable("public", "outbox", "latchkey", Columns.DEFAULT);

    /** The outbox table, schema-qualified and quoted. */
    public String quoted() {
        return quote(schema) + "." + quote(table);
    }

    /** A table of the relay's own schema, schema-qualified and quoted. */
    public String relay(String name) {
        return quote(relaySchema) + "." + quote(name);
    }

    /** An identifier quoted for SQL: case and every character are kept. */
    public static String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }
}
