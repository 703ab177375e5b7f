package dev.latchkey.outbox.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at a database as a node does before it starts, and finds all that would break the promise: everything at once,
 * each with the statement that mends it. Reads only. Not bound to a connection; may be used by several threads.
 */
public final class OutboxSchemaCheck {
    static final int OLDEST_SERVER = 130_000;

    /**
     * What the check found.
     *
     * @param problems empty when a node may start; in an order in which the remedies can be applied
     * @param commitTimestamps whether the server keeps commit timestamps, so that commit order is certain
     */
    public record Report(List<SchemaProblem> problems, boolean commitTimestamps) {
        public boolean passed() {
            return problems.isEmpty();
        }
    }

    private final OutboxDdl ddl;
    private final int shards;
    private final boolean requireCommitOrder;

    /**
     * @param shards the configured number of shards, to be the one on record
     * @param requireCommitOrder whether a server without commit timestamps is a problem
     */
    public OutboxSchemaCheck(OutboxTable table, SettleMode settle, int shards, boolean requireCommitOrder) {
        this.ddl = new OutboxDdl(table, settle);
        this.shards = shards;
        this.requireCommitOrder = requireCommitOrder;
    }

    /** @throws SQLException when the database can't be asked; never for what it answers */
    public Report run(Connection connection) throws SQLException {
        Optional<SchemaProblem> tooOld = serverVersion(connection);
        if (tooOld.isPresent()) {
            return new Report(List.of(tooOld.get()), false);
        }
        List<SchemaProblem> problems = new ArrayList<>();
        boolean commitTimestamps = ask(connection, "select current_setting('track_commit_timestamp')::boolean");
        server(connection, commitTimestamps, problems);
        problems.addAll(new RelayTableRules(connection, ddl).problems(shards));
        outbox(connection, problems);
        return new Report(List.copyOf(problems), commitTimestamps);
    }

    static Optional<SchemaProblem> serverVersion(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select current_setting('server_version_num')::int, current_setting('server_version')")) {
            row.next();
            return row.getInt(1) >= OLDEST_SERVER
                    ? Optional.empty()
                    : Optional.of(new SchemaProblem(
                            "the server is PostgreSQL " + row.getString(2) + ", which has no xid8; must be 13 or later",
                            "-- upgrade the server"));
        }
    }

    private void server(Connection connection, boolean commitTimestamps, List<SchemaProblem> problems)
            throws SQLException {
        if (ask(connection, "select pg_catalog.pg_is_in_recovery()")) {
            problems.add(new SchemaProblem(
                    "the server is a replica, on which nothing can be settled",
                    "-- connect to the primary; with several hosts in the URL add targetServerType=primary"));
        }
        if (requireCommitOrder && !commitTimestamps) {
            problems.add(new SchemaProblem(
                    "ordering.requireCommitOrder is true, but track_commit_timestamp is off",
                    "alter system set track_commit_timestamp = on; -- then restart the server"));
        }
    }

    private void outbox(Connection connection, List<SchemaProblem> problems) throws SQLException {
        Optional<TableFacts> found = new TableFactsReader(connection).read(ddl.table());
        if (found.isEmpty()) {
            problems.add(new SchemaProblem(
                    "the outbox table " + ddl.table().quoted() + " is missing",
                    OutboxDdl.transaction(ddl.outboxSchemaAndTable())));
            return;
        }
        TableFacts facts = found.get();
        if (!facts.persistent()) {
            problems.add(new SchemaProblem(
                    "the outbox table is unlogged, so that a crash of the server empties it",
                    "alter table " + ddl.table().quoted() + " set logged;"));
        }
        problems.addAll(new ColumnRules(ddl, facts).problems());
        problems.addAll(new IndexRules(ddl, facts).problems());
        problems.addAll(new AccessRules(connection, ddl).outbox(facts));
    }

    private static boolean ask(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getBoolean(1);
        }
    }
}
