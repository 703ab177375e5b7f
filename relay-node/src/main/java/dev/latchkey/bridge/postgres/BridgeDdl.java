package dev.latchkey.bridge.postgres;

import dev.latchkey.outbox.postgres.OutboxTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The DDL of the event table and of what belongs to it, with the configured names filled in. Immutable. */
public final class BridgeDdl {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");
    private static final int LONGEST_NAME_BYTES = 63;

    private final BridgeTable table;
    private final Map<String, String> names;

    public BridgeDdl(BridgeTable table) {
        this.table = table;
        this.names = names();
    }

    /** Everything, as a script that may be run again, with the grants that it takes as a comment. */
    public String script() {
        return "begin;\n\n" + createSchema(table.relaySchema()) + createSchema(table.schema()) + objects() + "\n"
                + read("grants.sql") + "\ncommit;\n";
    }

    /** Tables, indexes and functions; the schemas exist. To be run in a transaction. */
    String objects() {
        return read("event-outbox.sql") + "\n" + read("bridge-parked.sql");
    }

    BridgeTable table() {
        return table;
    }

    /** What has to be there, by a name for people: an expression that is null where it is not. */
    Map<String, String> presence() {
        Map<String, String> presence = new LinkedHashMap<>();
        presence.put("table " + table.quoted(), relation(table.quoted()));
        presence.put("index " + names.get("pending_index"), relation(inSchema("_pending")));
        presence.put("index " + names.get("published_index"), relation(inSchema("_published")));
        presence.put("function " + names.get("add_function"), function(inSchema("_add") + "(text,text)"));
        presence.put("function " + names.get("row_function"), function(inSchema("_row") + "()"));
        presence.put("table " + table.parked(), relation(table.parked()));
        return presence;
    }

    private static String relation(String quoted) {
        return "pg_catalog.to_regclass(" + literal(quoted) + ")::oid";
    }

    private static String function(String signature) {
        return "pg_catalog.to_regprocedure(" + literal(signature) + ")::oid";
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Every database has the schema public, and asking for it would need a right that is not needed otherwise. */
    private static String createSchema(String name) {
        return name.equals("public") ? "" : "create schema if not exists " + OutboxTable.quote(name) + ";\n\n";
    }

    private Map<String, String> names() {
        BridgeTable.Columns columns = table.columns();
        Map<String, String> byPlaceholder = new HashMap<>();
        byPlaceholder.put("id", OutboxTable.quote(columns.id()));
        byPlaceholder.put("channel", OutboxTable.quote(columns.channel()));
        byPlaceholder.put("payload", OutboxTable.quote(columns.payload()));
        byPlaceholder.put("created_at", OutboxTable.quote(columns.createdAt()));
        byPlaceholder.put("published_at", OutboxTable.quote(columns.publishedAt()));
        byPlaceholder.put("pending_index", OutboxTable.quote(suffixed("_pending")));
        byPlaceholder.put("published_index", OutboxTable.quote(suffixed("_published")));
        byPlaceholder.put("add_function", inSchema("_add"));
        byPlaceholder.put("row_function", inSchema("_row"));
        byPlaceholder.put("schema", OutboxTable.quote(table.schema()));
        byPlaceholder.put("relay_schema", OutboxTable.quote(table.relaySchema()));
        byPlaceholder.put("table", table.quoted());
        byPlaceholder.put("parked", table.parked());
        return byPlaceholder;
    }

    private String inSchema(String suffix) {
        return OutboxTable.quote(table.schema()) + "." + OutboxTable.quote(suffixed(suffix));
    }

    /** The table's name and the suffix, shortened: PostgreSQL would cut the suffix off and take the table's own name. */
    private String suffixed(String suffix) {
        String name = table.table();
        while (name.getBytes(StandardCharsets.UTF_8).length + suffix.length() > LONGEST_NAME_BYTES) {
            name = name.substring(0, name.offsetByCodePoints(name.length(), -1));
        }
        return name + suffix;
    }

    private String read(String file) {
        try (InputStream in = BridgeDdl.class.getResourceAsStream(file)) {
            String template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return PLACEHOLDER
                    .matcher(template)
                    .replaceAll(found -> Matcher.quoteReplacement(names.get(found.group(1))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
