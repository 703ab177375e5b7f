package dev.latchkey.lab.demo;

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
        return Terminal.isOurs() ? new TerminalScreen(out) : new LineScreen(out);
    }
}
