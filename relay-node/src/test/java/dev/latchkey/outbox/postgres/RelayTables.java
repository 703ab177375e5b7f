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
    private static final String OUTBOX = """
            create table outbox (
              id uuid primary key default gen_random_uuid(),
              aggregatetype text not null default 'order', aggregateid text, type text not null default 'created',
              payload jsonb, headers jsonb,
              xact_at timestamptz not null default transaction_timestamp(),
              xid xid8 not null default pg_current_xact_id(),
              seq bigint generated always as identity (cache 1),
              slot smallint generated always as
                (get_byte(decode(md5(coalesce(aggregateid::text, id::text)), 'hex'), 0)) stored%s);
            create index on outbox (seq, slot)%s;
            """;
    private static final String RELAY = """
            create schema latchkey;
            create table latchkey.relay (
              "only" boolean primary key default true check ("only"), shards smallint not null,
              system_identifier bigint not null, xid_trusted_after bigint not null default 0,
              recorded_at timestamptz default now());
            create table latchkey.lane (
              id text primary key, node text not null, started_at timestamptz not null default now(),
              progress_partition integer, settled_offset bigint, fenced boolean not null default false);
            create table latchkey.shard (
              shard smallint primary key, epoch bigint not null default 0,
              lane text references latchkey.lane(id), doubt text references latchkey.lane(id),
              acquired_at timestamptz, state text, published bigint not null default 0, last_error text,
              reported_at timestamptz);
            """;

    private final PostgresServer server;
    private final String database;

    private RelayTables(PostgresServer server, String database) {
        this.server = server;
        this.database = database;
    }

    public static RelayTables create(PostgresServer server, SettleMode settle, int shards) throws SQLException {
        RelayTables tables = new RelayTables(server, server.createDatabase("relay"));
        boolean mark = settle == SettleMode.MARK;
        tables.run(
                OUTBOX.formatted(mark ? ", published_at timestamptz" : "", mark ? " where published_at is null" : ""));
        tables.run(RELAY);
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
