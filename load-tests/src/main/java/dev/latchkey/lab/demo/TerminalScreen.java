package dev.latchkey.lab.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A block of lines that is drawn over itself; notes are kept below the numbers, the newest last. */
final class TerminalScreen implements Screen {
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final int NOTES = 8;
    private static final String CLEAR_TO_END = "\u001b[J";
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";

    private final PrintStream out;
    private final Deque<String> notes = new ArrayDeque<>();
    private Status last;
    private int drawn;

    TerminalScreen(PrintStream out) {
        this.out = out;
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void show(Status status) {
        last = status;
        draw();
    }

    @Override
    public void note(Duration elapsed, String what) {
        notes.addLast("  %6.1fs  %s".formatted(LineScreen.seconds(elapsed), what));
        if (notes.size() > NOTES) {
            notes.removeFirst();
        }
        draw();
    }

    /** Long lines are cut, not wrapped: a wrapped line would be two to move up over. */
    private void draw() {
        StringBuilder block = new StringBuilder(NO_WRAP);
        if (drawn > 0) {
            block.append("\u001b[").append(drawn).append('F');
        }
        block.append(CLEAR_TO_END);
        List<String> numbers = last == null ? List.of() : numbers(last);
        numbers.forEach(line -> block.append(line).append('\n'));
        notes.forEach(line -> block.append(line).append('\n'));
        drawn = numbers.size() + notes.size();
        out.print(block.append(WRAP));
        out.flush();
    }

    private static List<String> numbers(Status s) {
        return List.of(
                "  running    %.0f s".formatted(LineScreen.seconds(s.elapsed())),
                "  committed  %,d/s".formatted(s.committedPerSecond()),
                "  delivered  %,d/s    backlog %,d".formatted(s.deliveredPerSecond(), s.backlog()),
                "  latency    p50 %.1f ms    p99 %.1f ms".formatted(s.p50Millis(), s.p99Millis()),
                "  shards     " + s.owners(),
                "");
    }
}
