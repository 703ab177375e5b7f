package dev.latchkey.lab.workload;

import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.OpenTransaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that writes one transaction at a time and records what became of it.
 *
 * <p>After any error the connection is thrown away; the next transaction opens another. For one thread.
 */
final class WriterConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WriterConnection.class);
    private static final String ORDER = "insert into public.orders (event_id, order_key, change) values (?, ?, ?)";
    private static final String EVENT = """
            insert into public.outbox (id, aggregatetype, aggregateid, type, payload, headers)
            values (?, ?, ?, ?, ?, ?)""";

    private final ConnectionSource source;
    private final HistoryRecorder history;
    private Connection connection;
    private PreparedStatement order;
    private PreparedStatement event;
    private OpenTransaction transaction;

    WriterConnection(ConnectionSource source, HistoryRecorder history) {
        this.source = source;
        this.history = history;
    }

    /**
     * Inserts the business row and the event, beginning a transaction if none is open.
     *
     * @param dueNanos when the transaction's commit is due; that of its first event counts
     */
    void write(OrderEvent written, long dueNanos) throws SQLException {
        try {
            begin(dueNanos);
            set(written);
            order.executeUpdate();
            event.executeUpdate();
            note(written);
        } catch (SQLException e) {
            abandon();
            throw e;
        }
    }

    /** The same for many, in fewer messages to the server. */
    void writeAll(List<OrderEvent> written, long dueNanos) throws SQLException {
        try {
            begin(dueNanos);
            for (OrderEvent one : written) {
                set(one);
                order.addBatch();
                event.addBatch();
            }
            order.executeBatch();
            event.executeBatch();
            written.forEach(this::note);
        } catch (SQLException e) {
            abandon();
            throw e;
        }
    }

    private void begin(long dueNanos) throws SQLException {
        if (transaction == null) {
            connect();
            transaction = history.begin(dueNanos);
        }
    }

    private void note(OrderEvent written) {
        transaction.wrote(written.id(), written.topic(), written.key(), written.payloadBytes());
    }

    /** Commits; an error on the way leaves the outcome unknown unless the database said that it refused. */
    void commit() throws SQLException {
        OpenTransaction ending = transaction;
        transaction = null;
        ending.committing();
        try {
            connection.commit();
        } catch (SQLException e) {
            if (isRefusal(e)) {
                ending.rolledBack();
            } else {
                ending.unknown();
            }
            close();
            throw e;
        }
        ending.committed();
    }

    void rollback() throws SQLException {
        OpenTransaction ending = transaction;
        transaction = null;
        ending.rolledBack();
        try {
            connection.rollback();
        } catch (SQLException e) {
            close();
            throw e;
        }
    }

    /** A connection that broke before COMMIT went out took its transaction with it. */
    void abandon() {
        if (transaction != null) {
            transaction.rolledBack();
            transaction = null;
        }
        close();
    }

    /** Classes 23 and 40: integrity violated, transaction rolled back. */
    private static boolean isRefusal(SQLException e) {
        String state = e.getSQLState();
        return state != null && (state.startsWith("23") || state.startsWith("40"));
    }

    private void connect() throws SQLException {
        if (connection != null) {
            return;
        }
        connection = source.open();
        connection.setAutoCommit(false);
        order = connection.prepareStatement(ORDER);
        event = connection.prepareStatement(EVENT);
    }

    private void set(OrderEvent written) throws SQLException {
        order.setObject(1, written.id());
        order.setString(2, written.key());
        order.setString(3, written.type());
        event.setObject(1, written.id());
        event.setString(2, written.aggregateType());
        event.setString(3, written.key());
        event.setString(4, written.type());
        event.setString(5, written.payload());
        event.setObject(6, written.headers(), Types.OTHER);
    }

    @Override
    public void close() {
        Connection closing = connection;
        connection = null;
        if (closing == null) {
            return;
        }
        try {
            closing.close();
        } catch (SQLException e) {
            // It is thrown away because it failed, or at the end of the run: nothing hangs on it any more.
            LOG.debug("closing a writer's connection failed", e);
        }
    }
}
