package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/** A lane's statements on a pool of connections prepared with {@link PostgresOutboxes#SESSION_SETTINGS}. */
final class JdbcStatements implements OutboxStatements {
    private final DataSource database;
    private final OutboxSql sql;
    private final String lane;
    /** Where the rows of the last read come from. */
    private PGConnection session;

    JdbcStatements(DataSource database, OutboxSql sql, String lane) {
        this.database = database;
        this.sql = sql;
        this.lane = lane;
    }

    @Override
    public Window read(SlotSet slots, long from, int rows, long bytes) throws SQLException {
        long largestInline = Math.max(1, bytes / rows);
        RowsRead read = execute(
                sql.read(),
                (connection, statement) -> {
                    statement.setLong(1, largestInline);
                    statement.setLong(2, from);
                    slots.bind(statement, 3);
                    statement.setInt(6, rows);
                    session = sessionOf(connection);
                },
                result -> EventRows.rows(result, new RowsRead(rows, largestInline), bytes));
        Map<Long, byte[]> payloads = payloads(read.large());
        // A row that is gone by now was settled by another owner: what was read is of no use any more.
        return payloads.size() < read.large().size() ? read(slots, from, rows, bytes) : read.window(payloads);
    }

    private Map<Long, byte[]> payloads(List<Long> seqs) throws SQLException {
        if (seqs.isEmpty()) {
            return Map.of();
        }
        return execute(
                sql.payloads(),
                (connection, statement) -> statement.setArray(1, connection.createArrayOf("int8", seqs.toArray())),
                result -> {
                    Map<Long, byte[]> payloads = new HashMap<>();
                    while (result.next()) {
                        payloads.put(result.getLong(1), result.getBytes(2));
                    }
                    return payloads;
                });
    }

    @Override
    public long[] widen(SlotSet slots, long from, long window, int most) throws SQLException {
        return execute(
                sql.widen(),
                (connection, statement) -> {
                    statement.setLong(1, from);
                    slots.bind(statement, 2);
                    statement.setLong(5, window);
                    statement.setLong(6, window);
                    statement.setInt(7, most);
                },
                JdbcStatements::numbers);
    }

    /** Grown by hand: a plan may hold 100,000 numbers. */
    private static long[] numbers(ResultSet result) throws SQLException {
        long[] numbers = new long[1024];
        int size = 0;
        while (result.next()) {
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, size * 2);
            }
            numbers[size++] = result.getLong(1);
        }
        return Arrays.copyOf(numbers, size);
    }

    @Override
    public Fetched fetch(SlotSet slots, Long[] seqs, long bytes) throws SQLException {
        return execute(
                sql.fetch(),
                (connection, statement) -> {
                    statement.setArray(1, connection.createArrayOf("int8", seqs));
                    slots.bind(statement, 2);
                    statement.setLong(5, bytes);
                    session = sessionOf(connection);
                },
                result -> fetched(result, bytes));
    }

    private static Fetched fetched(ResultSet result, long bytes) throws SQLException {
        List<OutboxEvent> events = new ArrayList<>();
        int reached = 0;
        long read = 0;
        while (result.next()) {
            reached = result.getInt(1);
            events.add(EventRows.event(result, 2));
            read = EventRows.bytesThrough(result, 2);
        }
        return new Fetched(events, reached, read >= bytes);
    }

    @Override
    public OptionalLong settle(List<EventRef> published, ProgressMark mark) throws SQLException {
        try (Connection connection = database.getConnection()) {
            boolean sameSession = sessionOf(connection) == session;
            try (PreparedStatement statement =
                    connection.prepareStatement(sameSession ? sql.settleInSession() : sql.settle())) {
                statement.setLong(1, mark.offset());
                statement.setString(2, lane);
                if (sameSession) {
                    statement.setArray(3, connection.createArrayOf("int8", seqs(published)));
                } else {
                    bindRefs(connection, statement, 3, published);
                }
                try (ResultSet result = statement.executeQuery()) {
                    return result.next() ? OptionalLong.of(result.getLong(1)) : OptionalLong.empty();
                }
            }
        }
    }

    /** The driver's own connection: after a restart or a restore of the server it is another one. */
    private static PGConnection sessionOf(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class);
    }

    private static Long[] seqs(List<EventRef> refs) {
        return refs.stream().map(EventRef::seq).toArray(Long[]::new);
    }

    static void bindRefs(Connection connection, PreparedStatement statement, int first, List<EventRef> refs)
            throws SQLException {
        UUID[] ids = refs.stream().map(EventRef::id).toArray(UUID[]::new);
        statement.setArray(first, connection.createArrayOf("int8", seqs(refs)));
        statement.setArray(first + 1, connection.createArrayOf("uuid", ids));
    }

    @Override
    public long transactionId() throws SQLException {
        return execute("select pg_current_xact_id()::text::bigint", (connection, statement) -> {}, result -> {
            result.next();
            return result.getLong(1);
        });
    }

    @Override
    public String sequence() {
        return sql.sequence();
    }

    @Override
    public long sequenceCache() throws SQLException {
        return execute(
                sql.sequenceCache(),
                (connection, statement) -> statement.setString(1, sql.sequence()),
                result -> result.next() ? result.getLong(1) : 1);
    }

    private <T> T execute(String text, Binding binding, Reading<T> reading) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(text)) {
            binding.bind(connection, statement);
            try (ResultSet result = statement.executeQuery()) {
                return reading.read(result);
            }
        }
    }

    /** Sets a statement's parameters. */
    private interface Binding {
        void bind(Connection connection, PreparedStatement statement) throws SQLException;
    }

    /** Takes in a result before it is closed. */
    private interface Reading<T> {
        T read(ResultSet result) throws SQLException;
    }
}
