package dev.latchkey.lab.demo;

import java.util.List;
import sun.misc.Signal;

/**
 * Turns Ctrl-C and SIGTERM into a wish that the demo grants when it has judged and cleaned up; a second one ends it at once.
 *
 * <p>A shutdown hook could not do this: the JVM answers a signal with a status of its own, and halting from within a hook
 * leaves behind the files that libraries delete at exit. The platform has no other way to take a signal than this class,
 * about which the compiler warns. Thread-safe.
 */
final class Interrupt {
    private static final int BY_SIGNAL = 128;

    private volatile boolean asked;

    private Interrupt() {}

    static Interrupt install() {
        Interrupt interrupt = new Interrupt();
        List.of("INT", "TERM").forEach(name -> Signal.handle(new Signal(name), interrupt::on));
        return interrupt;
    }

    /** Whether the run should come to its end. */
    boolean asked() {
        return asked;
    }

    private void on(Signal signal) {
        if (asked) {
            System.exit(BY_SIGNAL + signal.getNumber());
        }
        asked = true;
    }
}
