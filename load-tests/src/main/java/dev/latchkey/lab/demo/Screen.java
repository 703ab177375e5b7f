package dev.latchkey.lab.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;

/** Where a demo shows itself. For one thread. */
interface Screen {
    /** How often {@link #show} wants to be called. */
    Duration interval();

    void show(Status status);

    /** Something worth a line happened. */
    void note(Duration elapsed, String what);

    /** Refreshed in place on a terminal, line by line elsewhere. */
    static Screen on(PrintStream out) {
        return isTerminal() ? new TerminalScreen(out) : new LineScreen(out);
    }

    /** From Java 22 on a console exists without a terminal too, so the shell is asked about our standard output. */
    private static boolean isTerminal() {
        String kind = System.getenv("TERM");
        if (System.console() == null || kind == null || "dumb".equals(kind)) {
            return false;
        }
        try {
            return new ProcessBuilder("sh", "-c", "test -t 1")
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
