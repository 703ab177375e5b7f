package dev.latchkey.lab.server;

import java.sql.Connection;
import java.sql.SQLException;

/** A PostgreSQL server. */
public interface PostgresServer extends Server {
    int port();

    /** A superuser. */
    String user();

    String password();

    /** A URL that names neither user nor password. */
    String jdbcUrl(String database);

    /** A new, empty database for one test; its name is made of {@code prefix} and a number. Returns the name. */
    String createDatabase(String prefix);

    /** A connection of the superuser, in autocommit mode; the caller closes it. */
    Connection connect(String database) throws SQLException;

    /** Ends it the way a crash does: nothing is flushed, the next start recovers from the log. */
    void crash();
}
