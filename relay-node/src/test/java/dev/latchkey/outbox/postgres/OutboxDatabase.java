package dev.latchkey.outbox.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.latchkey.coordination.ShardMap;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.PostgresSettings.Version;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.outbox.Outbox;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A database of its own with the relay's tables in it, on a server that all tests of a run share. */
public final class OutboxDatabase implements AutoCloseable {
    public static final int SHARDS = 4;
    public static final Set<Integer> ALL_SHARDS =
            IntStream.range(0, SHARDS).boxed().collect(Collectors.toUnmodifiableSet());

    private static PostgresServer shared;

    private final PostgresServer server;
    private final String name;
    private final HikariDataSource lanes;
    private final Alarms alarms = new Alarms();

    private OutboxDatabase(PostgresServer server, SettleMode settle) throws SQLException {
        this.server = server;
        this.name = server.createDatabase("outbox");
        execute(new OutboxDdl(OutboxTable.DEFAULT, settle).forNewTable());
        this.lanes = pool();
    }

    /** On the shared server, which keeps commit times. */
    public static OutboxDatabase create(SettleMode settle) throws SQLException {
        return new OutboxDatabase(sharedServer(), settle);
    }

    /** The version that the build asks for: the tests of this package run on 15 and once more on 18. */
    static PostgresSettings settings() {
        return PostgresSettings.defaults().on(Version.valueOf(System.getProperty("latchkey.postgres", "V15")));
    }

    private static synchronized PostgresServer sharedServer() {
        if (shared == null) {
            shared = Servers.embedded()
                    .postgres(settings()
                            .with("autovacuum", "off")
                            .with("shared_preload_libraries", "pg_stat_statements"));
            shared.start();
        }
        return shared;
    }

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.jdbcUrl(name));
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setConnectionInitSql(PostgresOutboxes.SESSION_SETTINGS);
        config.setMaximumPoolSize(4);
        return new HikariDataSource(config);
    }

    public Connection connect() throws SQLException {
        return server.connect(name);
    }

    public HikariDataSource lanes() {
        return lanes;
    }

    public Alarms alarms() {
        return alarms;
    }

    public PostgresOutboxes outboxes(SettleMode settle, int rows, long bytes) throws SQLException {
        OutboxOptions options = new OutboxOptions(settle == SettleMode.MARK, true, 0, rows, bytes, Duration.ofHours(1));
        return PostgresOutboxes.open(lanes, OutboxTable.DEFAULT, options, new ShardMap(SHARDS), alarms);
    }

    /** An outbox for a registered lane, reading so many rows at once. */
    public Outbox outbox(String lane, int rows) throws SQLException, RelayFailure {
        PostgresOutboxes outboxes = outboxes(SettleMode.DELETE, rows, 4 << 20);
        fence(outboxes).open(lane, "node-1", new ProgressMark(0, -1));
        return outboxes.forLane(lane, System::nanoTime);
    }

    public PostgresFence fence(PostgresOutboxes outboxes) throws RelayFailure {
        new ClusterRecord(lanes, OutboxTable.DEFAULT).establish(SHARDS);
        return new PostgresFence(outboxes, OutboxTable.DEFAULT);
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public long count(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }

    static void insert(Connection connection, String key, String label) throws SQLException {
        insert(connection, "order", key, label);
    }

    /** Inserts one event; its label is the payload. */
    public static void insert(Connection connection, String aggregateType, String key, String label)
            throws SQLException {
        String sql = """
                insert into outbox (id, aggregatetype, aggregateid, type, payload)
                values (?, ?, ?, 'Changed', to_jsonb(?::text))""";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, UUID.randomUUID());
            statement.setString(2, aggregateType);
            statement.setString(3, key);
            statement.setString(4, label);
            statement.executeUpdate();
        }
    }

    /** Reads and settles until nothing is left; returns what came, in order. */
    public static List<OutboxEvent> drain(Outbox outbox) throws RelayFailure {
        List<OutboxEvent> all = new ArrayList<>();
        while (true) {
            List<OutboxEvent> events = outbox.next(ALL_SHARDS).events();
            if (events.isEmpty()) {
                return all;
            }
            all.addAll(events);
            outbox.settle(events.stream().map(OutboxEvent::ref).toList(), new ProgressMark(0, all.size()));
        }
    }

    @Override
    public void close() {
        lanes.close();
    }

    /** Counts what should never happen. */
    public static final class Alarms implements OutboxAlarms {
        public int hiddenRows;
        public int sequenceResets;

        @Override
        public void hiddenRow() {
            hiddenRows++;
        }

        @Override
        public void sequenceWentBack() {
            sequenceResets++;
        }
    }
}
