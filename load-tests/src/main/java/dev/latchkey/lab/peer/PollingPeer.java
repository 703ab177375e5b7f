package dev.latchkey.lab.peer;

import dev.latchkey.lab.process.ScratchFolder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** The polling publisher in a process of its own, with the heap of one of our nodes. */
public final class PollingPeer implements Contender {
    private static final List<String> JAVA_OPTIONS = List.of("-Xmx256m", "-XX:+UseSerialGC");
    private static final String QUIET = "-Dlogback.configurationFile=dev/latchkey/lab/quiet-logback.xml";
    private static final String NAME = "polling";

    private final PollingSettings settings;
    private final PeerProcess process;

    public PollingPeer(PeerTarget target, PollingSettings settings) {
        this.settings = settings;
        ScratchFolder folder = ScratchFolder.create(NAME);
        Path file =
                PeerFiles.write(folder.path().resolve("polling.properties"), PollingMain.properties(target, settings));
        this.process = new PeerProcess(
                NAME,
                folder,
                List.of(JAVA_OPTIONS.get(0), JAVA_OPTIONS.get(1), QUIET),
                System.getProperty("java.class.path"),
                PollingMain.class.getName(),
                List.of(file.toString()));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> settings() {
        return List.of(
                "the plain loop: select ... order by seq limit %d for update skip locked, publish, await acks, delete"
                        .formatted(settings.batch()),
                settings.line() + "; acks=all, compression.type=lz4, batch.size=131072; "
                        + String.join(" ", JAVA_OPTIONS));
    }

    @Override
    public void prepare(Connection connection) {
        // The rows themselves are all it needs.
    }

    @Override
    public void start() {
        process.start();
    }

    @Override
    public void awaitReady() {
        process.awaitReady(() -> process.logTail().contains(PollingMain.readyLine(process.pid())));
    }

    @Override
    public Optional<String> failure() {
        return process.failure();
    }

    @Override
    public void stop() {
        process.stop();
    }

    @Override
    public void cleanUp(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("truncate public.outbox");
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
