package dev.latchkey.node;

import static dev.latchkey.node.BridgeRig.QUICK;
import static dev.latchkey.node.BridgeRig.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.latchkey.bridge.Listening;
import dev.latchkey.bridge.Notification;
import dev.latchkey.bridge.postgres.ListenProbe;
import dev.latchkey.bridge.postgres.ListenSettings;
import dev.latchkey.bridge.postgres.PostgresListening;
import dev.latchkey.config.BridgeAloneConfiguration;
import dev.latchkey.health.BridgeHealthPort;
import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.publish.rabbitmq.RealBroker;
import java.io.File;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The connection that listens: where it may go, what it hears, what is said when it is lost. */
class BridgeListenIT {
    private static final Map<String, String> BOOKINGS = Map.of("booking_event", "bookings");
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private static RabbitMqServer rabbit;
    private static PostgresServer postgres;

    @BeforeAll
    static void startServers() {
        rabbit = RealBroker.start();
        postgres = Servers.embedded().postgres(PostgresSettings.defaults());
        postgres.start();
    }

    @AfterAll
    static void stopServers() throws Exception {
        if (postgres != null) {
            postgres.close();
        }
        if (rabbit != null) {
            rabbit.close();
        }
    }

    /** C27: over TLS the driver can't ask the socket whether there is something to read. */
    @Test
    void notificationsAreHeardWithinASecondOverTls() throws Exception {
        try (ScratchFolder folder = ScratchFolder.create("tls");
                PostgresServer server = withTls(folder.path())) {
            server.start();
            String url = server.jdbcUrl("postgres") + "?sslmode=require";
            ListenSettings settings =
                    new ListenSettings(url, BridgeListenIT::superuser, List.of("booking_event"), LIMIT);
            try (Listening listening = PostgresListening.open(settings);
                    Connection writer = server.connect("postgres");
                    Statement statement = writer.createStatement()) {
                for (int i = 0; i < 5; i++) {
                    long begun = System.nanoTime();
                    statement.execute("notify booking_event, '" + i + "'");
                    assertThat(listening.await(LIMIT))
                            .containsExactly(new Notification("booking_event", Integer.toString(i)));
                    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
                }
                assertThat(isEncrypted(statement)).isTrue();
            }
        }
    }

    private static boolean isEncrypted(Statement statement) throws Exception {
        try (ResultSet row = statement.executeQuery("select bool_and(ssl) from pg_stat_ssl join pg_stat_activity"
                + " using (pid) where application_name = 'latchkey-bridge-listen'")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private static PostgresServer withTls(Path folder) throws Exception {
        Path key = folder.resolve("server.key");
        Path certificate = folder.resolve("server.crt");
        run(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-subj",
                "/CN=localhost",
                "-days",
                "2",
                "-keyout",
                key.toString(),
                "-out",
                certificate.toString());
        // The server drops root's rights, and takes a key of root's only if others than its group can't read it.
        run("chmod", "755", folder.toString());
        run("chmod", "600", key.toString());
        run("chmod", "644", certificate.toString());
        return Servers.embedded()
                .postgres(PostgresSettings.defaults()
                        .with("ssl", "on")
                        .with("ssl_key_file", key.toString())
                        .with("ssl_cert_file", certificate.toString()));
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0)
                .as(String.join(" ", command))
                .isTrue();
    }

    private static Properties superuser() {
        Properties driver = new Properties();
        driver.setProperty("user", "postgres");
        return driver;
    }

    /** C32. */
    @Test
    void aReplicaIsRefusedInWords() throws Exception {
        try (PostgresServer replica = Servers.embedded().postgres(PostgresSettings.defaults())) {
            replica.start();
            String folder;
            try (Connection connection = replica.connect("postgres");
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("show data_directory")) {
                row.next();
                folder = row.getString(1);
            }
            replica.stop();
            Files.createFile(Path.of(folder, "standby.signal"));
            replica.start();
            try (BridgeRig rig = new BridgeRig(postgres, rabbit)) {
                BridgeAloneConfiguration configuration =
                        rig.configuration(replica.jdbcUrl("postgres"), BOOKINGS, QUICK, true);
                assertThatThrownBy(() -> rig.build(configuration))
                        .isInstanceOf(NodeRefusedException.class)
                        .hasMessageContaining("replica")
                        .hasMessageContaining("connect to the primary");
            }
        }
    }

    /** C32. */
    @Test
    void aPoolerInTransactionModeIsRefusedInWords() throws Exception {
        assumeTrue(onPath("pgbouncer"), "pgbouncer is not installed");
        try (ScratchFolder folder = ScratchFolder.create("pgbouncer")) {
            int port = FreePorts.next();
            Process pooler = pooler(folder.path(), port);
            try {
                String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
                ListenSettings settings = new ListenSettings(url, BridgeListenIT::superuser, List.of("a"), LIMIT);
                within(20)
                        .ignoreExceptions()
                        .until(() -> ListenProbe.problem(settings, Duration.ofSeconds(1))
                                .filter(problem -> problem.what().contains("pooler in transaction mode"))
                                .isPresent());
            } finally {
                pooler.destroy();
                pooler.waitFor(10, TimeUnit.SECONDS);
            }
        }
    }

    private static Process pooler(Path folder, int port) throws Exception {
        run("chmod", "755", folder.toString());
        Path users = Files.writeString(folder.resolve("users.txt"), "\"postgres\" \"\"\n");
        Path file = Files.writeString(folder.resolve("pgbouncer.ini"), """
                [databases]
                postgres = host=127.0.0.1 port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                auth_file = %s
                pool_mode = transaction
                ignore_startup_parameters = extra_float_digits
                """.formatted(postgres.port(), port, users)
                .replace("postgres = host", "postgres = user=postgres host"));
        // It refuses to run as root.
        List<String> command = System.getProperty("user.name").equals("root")
                ? List.of("pgbouncer", "-u", "nobody", file.toString())
                : List.of("pgbouncer", file.toString());
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static boolean onPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** C26: LISTEN comes first, so what is committed up to then is found by the catch-up. */
    @Test
    void aRowCommittedBetweenReconnectAndListenArrivesByCatchUp() throws Exception {
        try (BridgeRig rig = new BridgeRig(postgres, rabbit)) {
            BridgeService service = rig.start(BOOKINGS, QUICK);
            // Uncommitted rows hold the moment of their commit back until the connection is gone.
            try (Connection writer = rig.connect()) {
                writer.setAutoCommit(false);
                BridgeRig.add(writer, "booking_event", "1");
                rig.killListener();
                writer.commit();
            }
            assertThat(rig.await("bookings", 1)).containsExactly("1");
            rig.unpublishedIs(0);
            within(5).until(() -> service.bridge().status().listenProblem().isEmpty());
            assertThat(rig.take("bookings")).isEmpty();
        }
    }

    @Test
    void healthTellsTheLossAndWhenItWas() throws Exception {
        try (BridgeRig rig = new BridgeRig(postgres, rabbit)) {
            BridgeService service =
                    rig.start(BOOKINGS, QUICK.replace("first: 20ms, max: 200ms", "first: 60s, max: 60s"));
            try (BridgeHealthPort health = new BridgeHealthPort(
                    new InetSocketAddress("127.0.0.1", 0), service.bridge().status(), Clock.systemUTC())) {
                health.start();
                assertThat(get(health).statusCode()).isEqualTo(200);
                assertThat(get(health).body())
                        .matches("\\{\"status\":\"ok\",\"pg\":\\{\"connected\":true,\"disconnectedAt\":null},"
                                + "\"timestamp\":\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\"}");
                rig.killListener();
                within(1).until(() -> get(health).statusCode() == 503);
                assertThat(get(health).body())
                        .containsPattern("\"status\":\"disconnected\",\"pg\":\\{\"connected\":false,"
                                + "\"disconnectedAt\":\"\\d{4}-.*Z\"},\"timestamp\":\"\\d{4}-.*Z\"");
            }
        }
    }

    private static HttpResponse<String> get(BridgeHealthPort health) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + health.port() + "/health");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theMigrationRunsTwiceWithAnyNamesAndTheCheckNamesWhatIsMissing() throws Exception {
        try (BridgeRig rig = new BridgeRig(postgres, rabbit)) {
            BridgeAloneConfiguration configuration = rig.configuration(BOOKINGS, QUICK + """
                      table:
                        schema: App "1"
                        name: Ereignisse-ä%s
                        columns: {id: event_id, channel: "to", payload: "a\\"b", createdAt: At, publishedAt: Done}
                    """.formatted("x".repeat(40)));
            assertThatThrownBy(() -> rig.build(configuration))
                    .isInstanceOf(NodeRefusedException.class)
                    .hasMessageContaining("missing: table \"App \"\"1\"\"\"")
                    .hasMessageContaining("create table if not exists");
            rig.migrate(configuration);
            rig.migrate(configuration);
            rig.start(configuration);
            rig.sql("select \"App \"\"1\"\"\".\"Ereignisse-ä" + "x".repeat(40) + "_add\"('booking_event', '7')");
            assertThat(rig.await("bookings", 1)).containsExactly("7");
        }
    }
}
