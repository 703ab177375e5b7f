package dev.latchkey.outbox.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The DDL of the outbox and of the relay's tables with the configured names filled in. The same SQL files serve the
 * migration, {@code latchkey schema} and the remedies of {@link OutboxSchemaCheck}. Immutable.
 */
public final class OutboxDdl {
    static final String MIGRATIONS = "dev/latchkey/outbox/postgres/migration";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
    /** Stands at the start of what only {@code settle: mark} has; the rest of its line goes with it otherwise. */
    private static final String MARK_ONLY = "${mark}";

    private static final int LONGEST_NAME_BYTES = 63;

    private final OutboxTable table;
    private final SettleMode settle;
    private final Map<String, String> placeholders;

    public OutboxDdl(OutboxTable table, SettleMode settle) {
        this.table = table;
        this.settle = settle;
        this.placeholders = placeholders();
    }

    /** Everything for a database that has neither table, as a script that may be run again. */
    public String forNewTable() {
        return transaction(relaySchemaAndTables() + "\n" + outboxSchemaAndTable());
    }

    /** Everything for a database whose outbox table exists but lacks the relay's columns. */
    public String forAdoption() {
        return transaction(relaySchemaAndTables() + "\n" + adoption());
    }

    String relaySchemaAndTables() {
        return createSchema(table.relaySchema()) + relayTables();
    }

    String outboxSchemaAndTable() {
        return createSchema(table.schema()) + newTable();
    }

    /** The script as one transaction: what it sets holds for it only, and a failure leaves nothing half done. */
    static String transaction(String script) {
        return "begin;\n\n" + script.strip() + "\n\ncommit;\n";
    }

    /** Creates the outbox table, its indexes and settings; does nothing to what exists. */
    String newTable() {
        return read("outbox-create.sql") + "\n" + indexesAndSettings();
    }

    /** Adds the relay's columns that are missing, the indexes and settings. To be run in a transaction. */
    String adoption() {
        return read("outbox-adopt.sql") + "\n" + indexesAndSettings();
    }

    /** Puts the number behind the xid. To be run in a transaction. */
    String renumbering() {
        return read("outbox-renumber.sql") + "\n" + indexesAndSettings();
    }

    String indexesAndSettings() {
        return read("outbox-tune.sql");
    }

    private String relayTables() {
        return read("migration/V1__relay_tables.sql");
    }

    /** The names that the migrations use, for Flyway. */
    Map<String, String> migrationPlaceholders() {
        return Map.of("relay", OutboxTable.quote(table.relaySchema()));
    }

    /** The predicate of the pending index, with its {@code where}; empty where every row is pending. */
    String wherePending() {
        return settle == SettleMode.MARK
                ? " where " + OutboxTable.quote(table.columns().publishedAt()) + " is null"
                : "";
    }

    OutboxTable table() {
        return table;
    }

    SettleMode settle() {
        return settle;
    }

    /** Every database has the schema public, and asking for it would need a right that is not needed otherwise. */
    private static String createSchema(String name) {
        return name.equals("public") ? "" : "create schema if not exists " + OutboxTable.quote(name) + ";\n\n";
    }

    private Map<String, String> placeholders() {
        OutboxTable.Columns columns = table.columns();
        Map<String, String> names = new HashMap<>();
        names.put("id", columns.id());
        names.put("aggregate_type", columns.aggregateType());
        names.put("aggregate_id", columns.aggregateId());
        names.put("type", columns.type());
        names.put("payload", columns.payload());
        names.put("headers", columns.headers());
        names.put("xact_at", columns.xactAt());
        names.put("xid", columns.xid());
        names.put("seq", columns.seq());
        names.put("slot", columns.slot());
        names.put("published_at", columns.publishedAt());
        names.put("pending_index", indexName("_pending"));
        names.put("published_index", indexName("_published"));
        names.put("relay", table.relaySchema());
        names.replaceAll((placeholder, name) -> OutboxTable.quote(name));
        names.put("outbox", table.quoted());
        names.put("where_pending", wherePending());
        return names;
    }

    /** The table's name and the suffix, shortened: PostgreSQL would cut the suffix off and take the table's own name. */
    private String indexName(String suffix) {
        String name = table.table();
        while (name.getBytes(StandardCharsets.UTF_8).length + suffix.length() > LONGEST_NAME_BYTES) {
            name = name.substring(0, name.offsetByCodePoints(name.length(), -1));
        }
        return name + suffix;
    }

    private String read(String file) {
        try (InputStream in = OutboxDdl.class.getResourceAsStream(file)) {
            return fill(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String fill(String template) {
        String chosen = template.lines()
                .filter(line -> settle == SettleMode.MARK || !line.strip().startsWith(MARK_ONLY))
                .map(line -> line.replace(MARK_ONLY, "") + "\n")
                .collect(Collectors.joining());
        return PLACEHOLDER
                .matcher(chosen)
                .replaceAll(found -> Matcher.quoteReplacement(placeholders.get(found.group(1))));
    }
}
