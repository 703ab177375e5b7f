package dev.latchkey.outbox.postgres;

import dev.latchkey.lab.server.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of its own for one test, with the outbox and the relay's tables. */
public final class RelayTables {
    private final PostgresServer server;
    private final String database;

    private RelayTables(PostgresServer server, String database) {
        this.server = server;
        this.database = database;
    }

    public static RelayTables create(PostgresServer server, SettleMode settle, int shards) throws SQLException {
        RelayTables tables = new RelayTables(server, server.createDatabase("relay"));
        tables.run(new OutboxDdl(OutboxTable.DEFAULT, settle).forNewTable());
        tables.run("""
                alter table outbox alter id set default gen_random_uuid(), alter aggregatetype set default 'order',
                  alter type set default 'created'""");
        tables.run("insert into latchkey.shard (shard) select generate_series(0, %d)".formatted(shards - 1));
        return tables;
    }

    public DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(server.jdbcUrl(database));
        source.setUser(server.user());
        source.setPassword(server.password());
        return source;
    }

    public Connection connect() throws SQLException {
        return server.connect(database);
    }

    public void run(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of every row, as text. */
    public List<String> query(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (result.next()) {
                values.add(result.getString(1));
            }
            return values;
        }
    }
}
