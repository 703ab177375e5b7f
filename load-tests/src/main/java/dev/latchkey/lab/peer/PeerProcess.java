package dev.latchkey.lab.peer;

import dev.latchkey.lab.process.JavaCommand;
import dev.latchkey.lab.process.OsProcess;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.ServerFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The Java process of a peer, with its folder; it can be started again. One thread at a time. */
final class PeerProcess implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration READY_LIMIT = Duration.ofSeconds(90);
    private static final Duration READY_PAUSE = Duration.ofMillis(100);
    private static final int TAIL_LINES = 20;

    private final OsProcess process;
    private final ScratchFolder folder;

    /** @param folder its own from now on; the log lies in it, and so does what its libraries unpack */
    PeerProcess(
            String name,
            ScratchFolder folder,
            List<String> options,
            String classPath,
            String main,
            List<String> arguments) {
        this.folder = folder;
        this.process = new OsProcess(
                name,
                JavaCommand.mainClass(
                        JavaCommand.withTemporaryFilesIn(folder.path(), options), classPath, main, arguments),
                folder.path().resolve(name + ".log"));
    }

    Path folder() {
        return folder.path();
    }

    void start() {
        process.start();
    }

    void awaitReady(BooleanSupplier ready) {
        boolean came = Waiting.within(READY_LIMIT, READY_PAUSE, () -> {
            failure().ifPresent(why -> {
                throw new ServerFailure(why);
            });
            return ready.getAsBoolean();
        });
        if (!came) {
            throw new ServerFailure(
                    withLog("%s was not ready within %d s".formatted(process.name(), READY_LIMIT.toSeconds())));
        }
    }

    /** That it ended, if it did. */
    Optional<String> failure() {
        return process.isAlive() ? Optional.empty() : Optional.of(withLog(process.name() + " ended"));
    }

    long pid() {
        return process.pid();
    }

    String logTail() {
        return process.logTail(TAIL_LINES);
    }

    private String withLog(String what) {
        return what + "; its log ends:\n" + logTail();
    }

    /** SIGTERM, SIGKILL if that doesn't help; returns when it is gone. */
    void stop() {
        if (!process.isAlive()) {
            return;
        }
        process.terminate();
        if (!process.awaitExit(STOP_LIMIT)) {
            process.kill9();
        }
    }

    @Override
    public void close() {
        process.close();
        folder.close();
    }
}
