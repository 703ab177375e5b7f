package dev.latchkey.lab.load;

import dev.latchkey.lab.load.DrainOptions.Settle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * What the database needs for the rows alone: a loop inside the server that reads the oldest rows in batches of the relay's
 * size and deletes or stamps them. No relay can do with less; how near ours comes is what the ratio says. For one thread.
 */
final class BareLoop {
    /** As the relay's {@code poll.batchRows} is by default. */
    private static final int BATCH = 4_000;

    private static final int FIRST_ROWS = 10_000;
    private static final int MOST_ROWS = 200_000;
    private static final int TRANSACTION = 1_000;

    /** Index on (seq, slot): a range scan from the last row read on, so that dead entries are not walked again. */
    private static final String LOOP = """
            do $$
            declare
              floor bigint := 0;
              numbers bigint[];
              bytes bigint;
            begin
              loop
                select array_agg(seq), max(seq), sum(length(payload) + length(aggregateid)) into numbers, floor, bytes
                from (select seq, id, aggregatetype, aggregateid, type, payload::text as payload, headers::text, xact_at,
                             pg_xact_commit_timestamp(xid::xid) as committed
                      from public.outbox where seq > floor%s order by seq limit %d) batch;
                exit when numbers is null;
                %s
              end loop;
            end $$""";

    private final Connection connection;
    private final Settle settle;

    BareLoop(Connection connection, Settle settle) {
        this.connection = connection;
        this.settle = settle;
    }

    /** @param settledMicros a row, its reading included */
    record Cost(double readMicros, double settledMicros, Settle settle) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "a bare loop in the database, per row: read only %.1f us, read and %s %.1f us",
                    readMicros,
                    settle,
                    settledMicros);
        }

        double ratio(double relayMicros) {
            return relayMicros / settledMicros;
        }
    }

    /** Fills the outbox, which is empty before and after. Nothing else may run. */
    Cost measure(int rows) throws SQLException {
        run(Math.min(FIRST_ROWS, rows));
        return run(Math.min(MOST_ROWS, rows));
    }

    private Cost run(int rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            new Backlog(connection, settle).fill(rows, TRANSACTION);
            String unsent = settle == Settle.mark ? " and published_at is null" : "";
            double read = micros(statement, LOOP.formatted(unsent, BATCH, ""));
            double settled = micros(statement, LOOP.formatted(unsent, BATCH, settling()));
            expectNothingUnsent(statement, unsent);
            statement.execute("truncate public.outbox");
            return new Cost(read / rows, settled / rows, settle);
        }
    }

    private String settling() {
        return settle == Settle.mark
                ? "update public.outbox set published_at = now() where seq = any(numbers);"
                : "delete from public.outbox where seq = any(numbers);";
    }

    private static double micros(Statement statement, String loop) throws SQLException {
        long began = System.nanoTime();
        statement.execute(loop);
        return (System.nanoTime() - began) / 1_000.0;
    }

    private static void expectNothingUnsent(Statement statement, String unsent) throws SQLException {
        try (ResultSet left = statement.executeQuery("select count(*) from public.outbox where true" + unsent)) {
            left.next();
            if (left.getLong(1) > 0) {
                throw new IllegalStateException("the bare loop left %,d rows".formatted(left.getLong(1)));
            }
        }
    }
}
