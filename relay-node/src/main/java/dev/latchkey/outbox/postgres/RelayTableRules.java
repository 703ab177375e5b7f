package dev.latchkey.outbox.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** The relay's own tables must be there, with the columns that this version's SQL uses, and know the same shards. */
final class RelayTableRules {
    private static final Map<String, Set<String>> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("relay", Set.of("only", "shards", "system_identifier", "xid_trusted_after", "recorded_at"));
        COLUMNS.put("lane", Set.of("id", "node", "started_at", "progress_partition", "settled_offset", "fenced"));
        COLUMNS.put(
                "shard",
                Set.of(
                        "shard",
                        "epoch",
                        "lane",
                        "doubt",
                        "acquired_at",
                        "state",
                        "published",
                        "last_error",
                        "reported_at"));
    }

    private final Connection connection;
    private final OutboxDdl ddl;
    private final AccessRules access;

    RelayTableRules(Connection connection, OutboxDdl ddl) {
        this.connection = connection;
        this.ddl = ddl;
        this.access = new AccessRules(connection, ddl);
    }

    List<SchemaProblem> problems(int shards) throws SQLException {
        List<SchemaProblem> problems = new ArrayList<>();
        access.schema(ddl.table().relaySchema(), problems);
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, Set<String>> expected : COLUMNS.entrySet()) {
            OptionalLong oid = oid(expected.getKey());
            if (oid.isPresent()) {
                table(oid.getAsLong(), expected.getKey(), expected.getValue(), problems);
            } else {
                missing.add(ddl.table().relay(expected.getKey()));
            }
        }
        if (!missing.isEmpty()) {
            problems.add(new SchemaProblem(
                    "missing of the relay's own tables: " + String.join(", ", missing),
                    OutboxDdl.transaction(ddl.relaySchemaAndTables())));
        }
        if (problems.isEmpty()) {
            shards(shards, problems);
        }
        return problems;
    }

    private void table(long oid, String name, Set<String> columns, List<SchemaProblem> problems) throws SQLException {
        String quoted = ddl.table().relay(name);
        Set<String> missing = new TreeSet<>(columns);
        missing.removeAll(columns(oid));
        if (!missing.isEmpty()) {
            problems.add(new SchemaProblem(
                    "the relay's table " + quoted + " lacks the columns " + String.join(", ", missing)
                            + ": it is of another version",
                    "-- run: latchkey db migrate CONFIG"));
        }
        problems.addAll(access.relayTable(oid, quoted));
    }

    /** Served by pg_class_relname_nsp_index. */
    private OptionalLong oid(String name) throws SQLException {
        String sql = """
                select c.oid from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
                where n.nspname = ? and c.relname = ? and c.relkind = 'r'""";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, ddl.table().relaySchema());
            query.setString(2, name);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /** Served by pg_attribute_relid_attnum_index. */
    private Set<String> columns(long oid) throws SQLException {
        String sql = """
                select attname from pg_catalog.pg_attribute where attrelid = ? and attnum > 0 and not attisdropped""";
        Set<String> columns = new HashSet<>();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setLong(1, oid);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    columns.add(rows.getString(1));
                }
            }
        }
        return columns;
    }

    private void shards(int configured, List<SchemaProblem> problems) throws SQLException {
        OptionalInt recorded = recordedShards();
        if (recorded.isPresent() && recorded.getAsInt() != configured) {
            problems.add(new SchemaProblem(
                    "shards is " + configured + " in the configuration, but this installation was set up with "
                            + recorded.getAsInt() + "; nodes that disagree would share out the ring differently",
                    "-- set shards: " + recorded.getAsInt() + " in the configuration"));
        }
    }

    /** One row at most. */
    private OptionalInt recordedShards() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select shards from " + ddl.table().relay("relay"))) {
            return row.next() ? OptionalInt.of(row.getInt(1)) : OptionalInt.empty();
        }
    }
}
