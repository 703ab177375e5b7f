package dev.latchkey.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * A child process that can be started again, killed, paused and looked at; its output goes to one log file.
 *
 * <p>It never outlives this JVM, and a Ctrl-C in the terminal reaches only the JVM, which can then decide
 * what happens to the child. One thread at a time.
 */
public final class OsProcess implements AutoCloseable {
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    private static final Duration PEACEFUL_LIMIT = Duration.ofSeconds(15);

    private final String name;
    private final List<String> command;
    private final Path log;
    private final JvmEnd.Registration registration;
    private volatile Process process;

    /** @param log appended to; every start adds to it */
    public OsProcess(String name, List<String> command, Path log) {
        this.name = name;
        this.command = ignoringTerminalInterrupt(command);
        this.log = log;
        this.registration = JvmEnd.register(this::kill9);
    }

    /**
     * A terminal sends Ctrl-C to the whole process group. A signal that is ignored when a program is executed stays
     * ignored in it (POSIX, and the JVM respects it), and {@code exec} keeps the process id.
     */
    private static List<String> ignoringTerminalInterrupt(List<String> command) {
        List<String> wrapped = new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
        wrapped.addAll(command);
        return List.copyOf(wrapped);
    }

    /** Starts it; does nothing while it runs. Its standard input is a pipe that ends with this JVM. */
    public void start() {
        if (isAlive()) {
            return;
        }
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " did not start", e);
        }
        long pid = process.pid();
        Undertaker.watch(pid);
        process.onExit().thenRun(() -> Undertaker.forget(pid));
    }

    public String name() {
        return name;
    }

    public boolean isAlive() {
        Process current = process;
        return current != null && current.isAlive();
    }

    /** The id of the present or last run. */
    public long pid() {
        return started().pid();
    }

    /** Empty while it runs. */
    public OptionalInt exitCode() {
        Process current = started();
        return current.isAlive() ? OptionalInt.empty() : OptionalInt.of(current.exitValue());
    }

    /** SIGKILL, also to a paused process; returns when it is gone. Does nothing if it isn't running. */
    public void kill9() {
        Process current = process;
        if (current == null) {
            return;
        }
        current.destroyForcibly();
        if (!awaitExit(KILL_LIMIT)) {
            throw new IllegalStateException(
                    name + " (pid " + current.pid() + ") survived SIGKILL for " + KILL_LIMIT.toSeconds() + " s");
        }
    }

    /** SIGTERM, without waiting for its effect: see {@link #awaitExit}. */
    public void terminate() {
        started().destroy();
    }

    /** SIGSTOP: the process stands still, with its connections open, until {@link #resume()}. */
    public void pause() {
        signal("STOP");
    }

    /** SIGCONT. */
    public void resume() {
        signal("CONT");
    }

    /** Whether it ended within the limit. */
    public boolean awaitExit(Duration limit) {
        try {
            return started().waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The last {@code lines} lines that it printed. */
    public String logTail(int lines) {
        try {
            List<String> all = Files.exists(log)
                    ? new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                            .lines()
                            .toList()
                    : List.of();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks it to end, and kills it if it does not. */
    @Override
    public void close() {
        if (isAlive()) {
            terminate();
            if (!awaitExit(PEACEFUL_LIMIT)) {
                kill9();
            }
        }
        registration.close();
    }

    private void signal(String signal) {
        List<String> kill = List.of("kill", "-" + signal, Long.toString(pid()));
        try {
            Process sent = new ProcessBuilder(kill)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (sent.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", kill) + " failed: is " + name + " running?");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while signalling " + name, e);
        }
    }

    private Process started() {
        Process current = process;
        if (current == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return current;
    }
}
