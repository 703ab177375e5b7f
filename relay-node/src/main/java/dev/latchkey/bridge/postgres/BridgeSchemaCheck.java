package dev.latchkey.bridge.postgres;

import dev.latchkey.outbox.postgres.OutboxTable;
import dev.latchkey.outbox.postgres.SchemaProblem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks at a database as the bridge does before it starts. Reads only. May be used by several threads. */
public final class BridgeSchemaCheck {
    private final BridgeTable table;
    private final BridgeDdl ddl;

    public BridgeSchemaCheck(BridgeTable table) {
        this.table = table;
        this.ddl = new BridgeDdl(table);
    }

    /** Everything that stands in the way, each with the statement that mends it; empty when the bridge may start. */
    public List<SchemaProblem> problems(Connection connection) throws SQLException {
        List<SchemaProblem> problems = new ArrayList<>();
        if (ask(connection, "select pg_catalog.pg_is_in_recovery()")) {
            problems.add(new SchemaProblem(
                    "the server is a replica, on which nothing can be listened to",
                    "-- connect to the primary; with several hosts in the URL add targetServerType=primary"));
        }
        if (!exists(connection, table.quoted()) || !exists(connection, table.parked())) {
            problems.add(new SchemaProblem("missing: " + String.join(", ", missing(connection)), ddl.script()));
            return problems;
        }
        columns(connection, problems);
        privileges(connection, table.quoted(), List.of("select", "update", "delete"), problems);
        privileges(connection, table.parked(), List.of("insert"), problems);
        return problems;
    }

    /** What the migration would create. */
    List<String> missing(Connection connection) throws SQLException {
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, String> object : ddl.presence().entrySet()) {
            if (ask(connection, "select " + object.getValue() + " is null")) {
                missing.add(object.getKey());
            }
        }
        return missing;
    }

    private void columns(Connection connection, List<SchemaProblem> problems) throws SQLException {
        BridgeTable.Columns names = table.columns();
        column(connection, names.id(), "bigint generated always as identity", problems);
        column(connection, names.channel(), "text", problems);
        column(connection, names.payload(), "text", problems);
        column(connection, names.createdAt(), "timestamptz not null default clock_timestamp()", problems);
        column(connection, names.publishedAt(), "timestamptz", problems);
    }

    private void column(Connection connection, String name, String type, List<SchemaProblem> problems)
            throws SQLException {
        String sql = """
                select exists (select 1 from pg_catalog.pg_attribute
                    where attrelid = pg_catalog.to_regclass(?) and attname = ? and attnum > 0 and not attisdropped)""";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, table.quoted());
            query.setString(2, name);
            if (!yes(query)) {
                problems.add(new SchemaProblem(
                        "table " + table.quoted() + " has no column " + OutboxTable.quote(name),
                        "alter table " + table.quoted() + " add column " + OutboxTable.quote(name) + " " + type + ";"));
            }
        }
    }

    private static void privileges(
            Connection connection, String quoted, List<String> needed, List<SchemaProblem> problems)
            throws SQLException {
        for (String privilege : needed) {
            try (PreparedStatement query = connection.prepareStatement(
                    "select pg_catalog.has_table_privilege(pg_catalog.to_regclass(?), ?)")) {
                query.setString(1, quoted);
                query.setString(2, privilege);
                if (!yes(query)) {
                    String user = OutboxTable.quote(connection.getMetaData().getUserName());
                    problems.add(new SchemaProblem(
                            "user " + user + " lacks " + privilege + " on " + quoted,
                            "grant " + privilege + " on " + quoted + " to " + user + ";"));
                }
            }
        }
    }

    private static boolean exists(Connection connection, String quoted) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select pg_catalog.to_regclass(?) is not null")) {
            query.setString(1, quoted);
            return yes(query);
        }
    }

    private static boolean yes(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private static boolean ask(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getBoolean(1);
        }
    }
}
