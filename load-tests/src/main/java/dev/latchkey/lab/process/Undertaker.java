package dev.latchkey.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Kills what this JVM leaves running when it is killed itself and no hook of its own can run.
 *
 * <p>A shell reads the ids of processes from a pipe and waits for its end, which comes with the JVM's, however that ended. An
 * id is taken back when its process is gone, so that a process that got the same id later is safe. Thread-safe.
 */
public final class Undertaker {
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            pids=' '
            while read -r sign pid; do
              case $sign in
                +) pids="$pids$pid " ;;
                -) pids=$(echo "$pids" | sed "s/ $pid / /") ;;
              esac
            done
            [ "$pids" = ' ' ] || kill -9 $pids
            """;

    private static Writer orders;

    private Undertaker() {}

    /** Kills the process should this JVM end without having called {@link #forget}. */
    public static void watch(long pid) {
        send('+', pid);
    }

    /** The process has ended. */
    public static void forget(long pid) {
        send('-', pid);
    }

    private static synchronized void send(char sign, long pid) {
        try {
            if (orders == null) {
                orders = start();
            }
            orders.write(sign + " " + pid + "\n");
            orders.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Writer start() throws IOException {
        return new ProcessBuilder(List.of("sh", "-c", SCRIPT))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .outputWriter(StandardCharsets.UTF_8);
    }
}
