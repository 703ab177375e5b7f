package dev.latchkey.lab.load;

import dev.latchkey.lab.load.DrainOptions.Settle;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.LongStream;

/**
 * The unsent rows of the outbox, as one connection sees them. For one thread.
 *
 * <p>Progress is told from a sample of rows, each found by its number: counting all would compete with the relay for the
 * database, and what the relay and the server's statistics report comes once a second.
 */
final class Backlog {
    private static final int SAMPLE = 1_000;
    /** A lane reads its shards by number, so the rows of the end are the last to go, in every lane. */
    private static final int END = 200;

    private static final String INSERT = """
            insert into public.outbox (id, aggregatetype, aggregateid, type, payload)
            select gen_random_uuid(), 'order', (i %% 20000)::text, 'OrderChanged',
                   json_build_object('order', i, 'pad', repeat('x', 300))
            from generate_series(%d, %d) i""";

    private final Connection connection;
    private final String unsent;
    private int rows;
    private Long[] sample = {};
    private Long[] end = {};

    Backlog(Connection connection, Settle settle) {
        this.connection = connection;
        this.unsent = settle == Settle.mark ? "published_at is null" : "true";
    }

    /** Inserts rows in transactions of the given size, and leaves behind no work that would fall into the measurement. */
    void fill(int count, int transaction) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int first = 1; first <= count; first += transaction) {
                statement.execute(insert(first, (int) Math.min(count, first + (long) transaction - 1)));
            }
        }
        settleDown(connection);
        this.rows = count;
        drawSample(count);
    }

    /** Removes all rows, stamped ones too. */
    void clear() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("truncate public.outbox");
        }
    }

    /** Rows whose payloads name these numbers. */
    static String insert(int first, int last) {
        return INSERT.formatted(first, last);
    }

    /** What the database would do of itself after so many rows happens now. */
    static void settleDown(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("vacuum analyze public.outbox");
            statement.execute("checkpoint");
        }
    }

    private void drawSample(int count) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "select count(*), min(seq), max(seq) from public.outbox where " + unsent)) {
            found.next();
            if (found.getLong(1) != count || found.getLong(3) - found.getLong(2) + 1 != count) {
                throw new IllegalStateException("%,d rows were written, the outbox holds %,d, numbered %d to %d"
                        .formatted(count, found.getLong(1), found.getLong(2), found.getLong(3)));
            }
            long first = found.getLong(2);
            long last = found.getLong(3);
            this.sample = spread(first, last, SAMPLE);
            this.end = spread(Math.max(first, last - END + 1), last, END);
        }
    }

    /** At most {@code most} numbers, spread evenly from first to last; the last is one of them. */
    static Long[] spread(long first, long last, int most) {
        long count = last - first + 1;
        long wanted = Math.min(count, most);
        return LongStream.rangeClosed(1, wanted)
                .mapToObj(n -> first + count * n / wanted - 1)
                .toArray(Long[]::new);
    }

    /** Unsent rows, true to one in a thousand; 0 only when all are sent. */
    long unsent() throws SQLException {
        long found = count(sample);
        if (found > 0) {
            return found * rows / sample.length;
        }
        // The rows of the end stand for themselves only: in the sample they would weigh more than their share.
        long left = count(end);
        return left > 0 ? left : countAll();
    }

    private long count(Long[] numbers) throws SQLException {
        Array array = connection.createArrayOf("int8", numbers);
        try (PreparedStatement count =
                connection.prepareStatement("select count(*) from public.outbox where seq = any(?) and " + unsent)) {
            count.setArray(1, array);
            return first(count);
        } finally {
            array.free();
        }
    }

    /** Costs a walk over the table, and so is asked when the measurement is all but over. */
    private long countAll() throws SQLException {
        try (PreparedStatement count =
                connection.prepareStatement("select count(*) from public.outbox where " + unsent)) {
            return first(count);
        }
    }

    private static long first(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
