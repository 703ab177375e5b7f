package dev.latchkey.lab.peer;

import dev.latchkey.lab.server.PostgresServer;

/** The database and the broker that a peer works on; the outbox is {@code public.outbox}. */
public record PeerTarget(
        String host, int port, String database, String user, String password, String bootstrapServers) {
    private static final String LOCALHOST = "127.0.0.1";

    /** A server of the lab's own, which listens on this machine. */
    public static PeerTarget of(PostgresServer server, String database, String bootstrapServers) {
        return new PeerTarget(LOCALHOST, server.port(), database, server.user(), server.password(), bootstrapServers);
    }

    String jdbcUrl() {
        return "jdbc:postgresql://%s:%d/%s".formatted(host, port, database);
    }

    /** Without the password: it ends up in messages. */
    @Override
    public String toString() {
        return jdbcUrl() + " -> " + bootstrapServers;
    }
}
