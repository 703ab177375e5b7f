package dev.latchkey.lab.cluster;

import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.JavaCommand;
import dev.latchkey.lab.process.OsProcess;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.ServerFailure;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * One relay node as a process of its own, with its configuration file, its log and its two ports.
 *
 * <p>Killed and started again it keeps all three. One thread at a time.
 */
public final class NodeProcess implements AutoCloseable {
    private static final int TAIL_LINES = 30;
    private static final Duration READY_PAUSE = Duration.ofMillis(100);

    private final int applicationPort = FreePorts.next();
    private final int adminPort = FreePorts.next();
    private final ScratchFolder folder;
    private final Path configFile;
    private final OsProcess process;

    /**
     * @param id names folder and messages
     * @param config finished by this constructor with the node's ports, then written
     * @param command makes the command line from the path of the configuration file
     */
    public NodeProcess(String id, NodeConfig config, Function<Path, List<String>> command) {
        this.folder = ScratchFolder.create(id);
        this.configFile = folder.path().resolve("node.yml");
        config.ports(applicationPort, adminPort).write(configFile);
        this.process =
                new OsProcess(id, command.apply(configFile), folder.path().resolve("node.log"));
    }

    /**
     * A node that runs {@code java <options> -jar <relay jar> node <config>}.
     *
     * @param launch turns this command line into the one that is run
     */
    public static NodeProcess ofJar(
            String id, NodeConfig config, Path relayJar, List<String> options, UnaryOperator<List<String>> launch) {
        return new NodeProcess(
                id,
                config,
                file -> launch.apply(JavaCommand.jar(
                        JavaCommand.withTemporaryFilesIn(file.getParent(), options),
                        relayJar,
                        List.of("node", file.toString()))));
    }

    /** Starts the process without waiting for it: see {@link #awaitReady}. */
    public void start() {
        process.start();
    }

    /** Returns when {@code /ready} answers 200; fails at once, with the end of the log, when the process ends before. */
    public void awaitReady(Duration limit) {
        boolean ready = Waiting.within(limit, READY_PAUSE, () -> {
            if (!process.isAlive()) {
                throw failure("ended with status " + process.exitCode().orElse(-1) + " before it was ready");
            }
            return isReady();
        });
        if (!ready) {
            throw failure("was not ready within " + limit.toSeconds() + " s");
        }
    }

    public boolean isReady() {
        return AdminClient.status(adminUrl().resolve("/ready")) == AdminClient.OK;
    }

    private ServerFailure failure(String what) {
        return new ServerFailure("node " + id() + " " + what + "; its log ends:\n" + logTail(TAIL_LINES));
    }

    public String id() {
        return process.name();
    }

    public URI adminUrl() {
        return URI.create("http://127.0.0.1:" + adminPort);
    }

    public URI applicationUrl() {
        return URI.create("http://127.0.0.1:" + applicationPort);
    }

    public Path configFile() {
        return configFile;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** SIGKILL; returns when it is gone. */
    public void kill9() {
        process.kill9();
    }

    /** SIGTERM; returns at once. */
    public void terminate() {
        process.terminate();
    }

    /** SIGSTOP. */
    public void pause() {
        process.pause();
    }

    /** SIGCONT. */
    public void resume() {
        process.resume();
    }

    public boolean awaitExit(Duration limit) {
        return process.awaitExit(limit);
    }

    /** Empty while it runs. */
    public OptionalInt exitCode() {
        return process.exitCode();
    }

    public String logTail(int lines) {
        return process.logTail(lines);
    }

    /** SIGTERM, SIGKILL if that does not help, and its folder goes. */
    @Override
    public void close() {
        process.close();
        folder.close();
    }
}
