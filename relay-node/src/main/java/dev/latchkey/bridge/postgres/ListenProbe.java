package dev.latchkey.bridge.postgres;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.outbox.postgres.SchemaProblem;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Whether what one connection notifies is heard on another. Through a pooler in transaction mode it is not: LISTEN
 * succeeds there, on a server connection that the next client gets, and then nothing is ever heard.
 */
public final class ListenProbe {
    private ListenProbe() {}

    /** What is wrong, if anything. Opens two connections for it. */
    public static Optional<SchemaProblem> problem(ListenSettings settings, Duration limit)
            throws SQLException, RelayFailure {
        String channel = "latchkey_probe_" + UUID.randomUUID();
        ListenSettings probe = new ListenSettings(settings.url(), settings.driver(), List.of(channel), limit);
        try (PostgresListening listening = PostgresListening.open(probe)) {
            notify(settings, channel);
            return listening.await(limit).isEmpty()
                    ? Optional.of(new SchemaProblem(
                            "LISTEN hears nothing: the database is reached through a pooler in transaction mode",
                            "-- give the bridge the database's own address, or one of a pooler in session mode"))
                    : Optional.empty();
        }
    }

    private static void notify(ListenSettings settings, String channel) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        settings.url(), settings.driver().get());
                PreparedStatement notify = connection.prepareStatement("select pg_catalog.pg_notify(?, '')")) {
            notify.setString(1, channel);
            notify.execute();
        }
    }
}
