package dev.latchkey.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PostgresServerIT {
    @Test
    void keepsPortAndCommittedRowsOverRestartAndCrash() throws SQLException {
        try (PostgresServer server = Servers.embedded().postgres(PostgresSettings.defaults())) {
            server.start();
            String database = server.createDatabase("orders");
            String url = server.jdbcUrl(database);
            execute(server, database, "create table t (n int)");
            execute(server, database, "insert into t values (1)");

            server.restart();
            execute(server, database, "insert into t values (2)");
            server.crash();
            server.start();

            assertThat(server.jdbcUrl(database)).isEqualTo(url);
            assertThat(query(server, database, "select string_agg(n::text, ',' order by n) from t"))
                    .isEqualTo("1,2");
        }
    }

    @Test
    void isDurableAndKeepsCommitTimestampsByDefault() throws SQLException {
        try (PostgresServer server =
                Servers.embedded().postgres(PostgresSettings.defaults().with("wal_level", "logical"))) {
            server.start();

            assertThat(query(server, "postgres", "show server_version")).startsWith("15.");
            assertThat(query(server, "postgres", "show track_commit_timestamp")).isEqualTo("on");
            assertThat(query(server, "postgres", "show fsync")).isEqualTo("on");
            assertThat(query(server, "postgres", "show synchronous_commit")).isEqualTo("on");
            assertThat(query(server, "postgres", "show wal_level")).isEqualTo("logical");
            assertThat(query(server, "postgres", "show listen_addresses")).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void runsTwoVersionsSideBySide() throws SQLException {
        try (PostgresServer old = Servers.embedded().postgres(PostgresSettings.defaults());
                PostgresServer recent =
                        Servers.embedded().postgres(PostgresSettings.defaults().on(PostgresSettings.Version.V18))) {
            old.start();
            recent.start();

            assertThat(query(old, "postgres", "show server_version")).startsWith("15.");
            assertThat(query(recent, "postgres", "show server_version")).startsWith("18.");
        }
    }

    private static void execute(PostgresServer server, String database, String sql) throws SQLException {
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(PostgresServer server, String database, String sql) throws SQLException {
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
