package dev.latchkey.lab.load;

import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.load.Lap.Course;
import dev.latchkey.lab.load.Lap.Figure;
import dev.latchkey.lab.peer.Contender;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.ExitCode;

/** Two contenders in turn, A B A B, over the same course; then each one's figures and their ratio. For one thread. */
final class Duel {
    private static final int ANOMALIES_SHOWN = 3;
    private static final String RATIO = "%.2f";

    private final Contender ours;
    private final Contender theirs;
    private final PrintStream out;
    private final List<Lap> ourLaps = new ArrayList<>();
    private final List<Lap> theirLaps = new ArrayList<>();

    Duel(Contender ours, Contender theirs, PrintStream out) {
        this.ours = ours;
        this.theirs = theirs;
        this.out = out;
    }

    void introduce() {
        for (Contender contender : List.of(ours, theirs)) {
            contender.settings().forEach(line -> out.printf("%-9s %s%n", contender.name(), line));
        }
    }

    /** A lap each that counts for nothing: the servers are warm after it, for both alike. */
    void warmUp(Course course) throws SQLException {
        print("warm-up", ours, course.run(ours));
        print("warm-up", theirs, course.run(theirs));
    }

    void run(int rounds, Course course) throws SQLException {
        for (int round = 1; round <= rounds; round++) {
            ourLaps.add(printed(round, ours, course.run(ours)));
            theirLaps.add(printed(round, theirs, course.run(theirs)));
        }
    }

    private Lap printed(int round, Contender contender, Lap lap) {
        print("round " + round, contender, lap);
        return lap;
    }

    private void print(String round, Contender contender, Lap lap) {
        String figures = lap.figures().stream().map(Figure::line).collect(Collectors.joining(", "));
        out.printf("%-8s %-9s %s%n", round, contender.name(), figures);
        out.printf("%-8s %-9s %s%n", "", "", lap.verdict().summary());
        lap.verdict().anomalies().stream().limit(ANOMALIES_SHOWN).forEach(anomaly -> out.println("  " + anomaly));
    }

    /** Prints the sums. Returns the exit status: what the peer did wrong is its own affair. */
    int conclude() {
        List<Figure> names = ourLaps.get(0).figures();
        for (int figure = 0; figure < names.size(); figure++) {
            List<Double> a = values(ourLaps, figure);
            List<Double> b = values(theirLaps, figure);
            String format = names.get(figure).format();
            out.println(names.get(figure).name());
            out.printf("  %-19s %s%n", ours.name(), Spread.of(a).line(format));
            out.printf("  %-19s %s%n", theirs.name(), Spread.of(b).line(format));
            out.printf(
                    "  %-19s %s%n",
                    ours.name() + "/" + theirs.name(), Spread.ofRatios(a, b).line(RATIO));
        }
        out.println("history of " + ours.name() + ": " + judged(ourLaps));
        out.println("history of " + theirs.name() + ": " + judged(theirLaps));
        return isClean(ourLaps) ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static List<Double> values(List<Lap> laps, int figure) {
        return laps.stream().map(lap -> lap.figures().get(figure).value()).toList();
    }

    private static boolean isClean(List<Lap> laps) {
        return laps.stream()
                .allMatch(lap -> lap.verdict().isClean() && lap.verdict().committed() > 0);
    }

    private static String judged(List<Lap> laps) {
        if (isClean(laps)) {
            return "every committed event arrived once and in order";
        }
        return "broken in round "
                + IntStream.range(0, laps.size())
                        .filter(lap -> !laps.get(lap).verdict().isClean())
                        .mapToObj(lap -> (lap + 1) + " (" + found(laps.get(lap).verdict()) + ")")
                        .collect(Collectors.joining(", "));
    }

    private static String found(Verdict verdict) {
        return verdict.counts().entrySet().stream()
                .filter(count -> count.getValue() > 0)
                .map(count -> "%s %,d".formatted(count.getKey().name().toLowerCase(Locale.ROOT), count.getValue()))
                .collect(Collectors.joining(", "));
    }
}
