package dev.latchkey.outbox.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rights that the connected user needs to read and to settle. */
final class AccessRules {
    private final Connection connection;
    private final OutboxDdl ddl;

    AccessRules(Connection connection, OutboxDdl ddl) {
        this.connection = connection;
        this.ddl = ddl;
    }

    List<SchemaProblem> outbox(TableFacts facts) throws SQLException {
        List<SchemaProblem> problems = new ArrayList<>();
        schema(ddl.table().schema(), problems);
        Stream<String> needed = ddl.settle() == SettleMode.DELETE
                ? Stream.of("select", "delete")
                : Stream.of("select", "update", "delete");
        table(facts.oid(), ddl.table().quoted(), needed.toList(), problems);
        facts.sequence()
                .filter(sequence -> !sequence.readable())
                .ifPresent(sequence -> problems.add(problem("select", "sequence " + sequence.name())));
        return problems;
    }

    List<SchemaProblem> relayTable(long oid, String quoted) throws SQLException {
        List<SchemaProblem> problems = new ArrayList<>();
        table(oid, quoted, List.of("select", "insert", "update", "delete"), problems);
        return problems;
    }

    void schema(String schema, List<SchemaProblem> problems) throws SQLException {
        String sql = """
                select pg_catalog.has_schema_privilege(oid, 'usage') from pg_catalog.pg_namespace where nspname = ?""";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, schema);
            try (ResultSet row = query.executeQuery()) {
                if (row.next() && !row.getBoolean(1)) {
                    problems.add(problem("usage", "schema " + OutboxTable.quote(schema)));
                }
            }
        }
    }

    private void table(long oid, String quoted, List<String> needed, List<SchemaProblem> problems) throws SQLException {
        List<String> missing = new ArrayList<>();
        for (String privilege : needed) {
            if (!has(oid, privilege)) {
                missing.add(privilege);
            }
        }
        if (!missing.isEmpty()) {
            problems.add(problem(missing.stream().collect(Collectors.joining(", ")), "table " + quoted));
        }
    }

    private boolean has(long oid, String privilege) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select pg_catalog.has_table_privilege(?::pg_catalog.oid, ?)")) {
            query.setLong(1, oid);
            query.setString(2, privilege);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    private SchemaProblem problem(String privileges, String object) {
        String user = OutboxTable.quote(user());
        return new SchemaProblem(
                "user " + user + " lacks " + privileges + " on " + object,
                "grant " + privileges + " on " + object + " to " + user + ";");
    }

    private String user() {
        try {
            return connection.getMetaData().getUserName();
        } catch (SQLException e) {
            throw new IllegalStateException("an open connection knows its user", e);
        }
    }
}
