package dev.latchkey.bridge.postgres;

import dev.latchkey.bridge.Listening;
import dev.latchkey.bridge.Notification;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import dev.latchkey.outbox.postgres.DatabaseFailures;
import dev.latchkey.outbox.postgres.OutboxTable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of its own, from no pool: a pool would hand its notifications to nobody. It stays in autocommit mode,
 * because notifications are held back while a transaction is open. Used by one thread.
 */
public final class PostgresListening implements Listening {
    private static final Logger log = LoggerFactory.getLogger(PostgresListening.class);

    private final Connection connection;
    private final Duration limit;
    private final String echo = "latchkey_echo_" + UUID.randomUUID();
    private final Deque<Notification> heard = new ArrayDeque<>();
    private long probes;

    private PostgresListening(Connection connection, Duration limit) {
        this.connection = connection;
        this.limit = limit;
    }

    public static PostgresListening open(ListenSettings settings) throws RelayFailure {
        try {
            PostgresListening listening = new PostgresListening(connect(settings), settings.limit());
            try {
                listening.begin(settings.channels());
                return listening;
            } catch (SQLException | RelayFailure e) {
                listening.close();
                throw e;
            }
        } catch (SQLException e) {
            throw DatabaseFailures.of("listening", e);
        }
    }

    private static Connection connect(ListenSettings settings) throws SQLException {
        Properties driver = settings.driver().get();
        driver.setProperty("ApplicationName", ListenSettings.APPLICATION_NAME);
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("socketTimeout", Long.toString(settings.limit().toSeconds()));
        return DriverManager.getConnection(settings.url(), driver);
    }

    private void begin(List<String> channels) throws SQLException, RelayFailure {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            refuseReplica(statement);
            statement.execute("listen " + OutboxTable.quote(echo));
            for (String channel : channels) {
                statement.execute("listen " + OutboxTable.quote(channel));
            }
        }
        probe();
    }

    /** After a failover the address may for a while be that of a standby, where nothing is ever notified. */
    private static void refuseReplica(Statement statement) throws SQLException, RelayFailure {
        try (ResultSet row = statement.executeQuery("select pg_catalog.pg_is_in_recovery()")) {
            row.next();
            if (row.getBoolean(1)) {
                throw new RetryableFailure("the server is a replica, on which nothing can be listened to", null);
            }
        }
    }

    @Override
    public List<Notification> await(Duration longest) throws RelayFailure {
        try {
            if (heard.isEmpty()) {
                hear((int) Math.max(1, longest.toMillis()));
            }
        } catch (SQLException e) {
            throw DatabaseFailures.of("waiting for notifications", e);
        }
        List<Notification> all = new ArrayList<>(heard);
        heard.clear();
        return all;
    }

    @Override
    public double probe() throws RelayFailure {
        String sent = Long.toString(++probes);
        try (PreparedStatement query = connection.prepareStatement(
                "select pg_catalog.pg_notification_queue_usage(), pg_catalog.pg_notify(?, ?)")) {
            query.setString(1, echo);
            query.setString(2, sent);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                double usage = row.getDouble(1);
                awaitEcho(sent);
                return usage;
            }
        } catch (SQLException e) {
            throw DatabaseFailures.of("the round trip of a notification", e);
        }
    }

    private void awaitEcho(String sent) throws SQLException, RelayFailure {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!hear(1).contains(sent)) {
            if (System.nanoTime() - deadline >= 0) {
                throw new RetryableFailure(
                        "a notification of our own didn't come back within %d s".formatted(limit.toSeconds()), null);
            }
        }
    }

    /** Keeps what is for others; returns the payloads of our own echoes. */
    private List<String> hear(int millis) throws SQLException {
        PGNotification[] received = connection.unwrap(PGConnection.class).getNotifications(millis);
        List<String> echoes = new ArrayList<>();
        for (PGNotification notification : received == null ? new PGNotification[0] : received) {
            if (notification.getName().equals(echo)) {
                echoes.add(notification.getParameter());
            } else {
                heard.add(new Notification(notification.getName(), notification.getParameter()));
            }
        }
        return echoes;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            log.debug("the listening connection was lost already: {}", e.getMessage());
        }
    }
}
