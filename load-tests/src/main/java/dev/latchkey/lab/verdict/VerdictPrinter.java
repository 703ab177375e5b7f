package dev.latchkey.lab.verdict;

import dev.latchkey.lab.history.Anomaly;
import dev.latchkey.lab.history.OwnershipTimeline;
import dev.latchkey.lab.history.Promise;
import dev.latchkey.lab.history.Verdict;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Words a verdict for a person: counts, the first anomalies with who owned their shard then, and one sentence. */
public final class VerdictPrinter {
    private static final int ANOMALIES_SHOWN = 10;

    private final PrintStream out;
    private final Promise promise;

    public VerdictPrinter(PrintStream out) {
        this(out, Promise.EXACTLY_ONCE);
    }

    /** @param promise what the relay was to keep */
    public VerdictPrinter(PrintStream out, Promise promise) {
        this.out = out;
        this.promise = promise;
    }

    /**
     * Prints it.
     *
     * @param owners while the history was made; may be empty
     * @return whether the promise was kept, and there was something to keep it for
     */
    public boolean print(Verdict verdict, OwnershipTimeline owners) {
        out.printf(Locale.ROOT, "committed   %,d%ndelivered   %,d%n", verdict.committed(), verdict.delivered());
        for (Anomaly.Kind kind : Anomaly.Kind.values()) {
            out.printf(Locale.ROOT, "%-11s %,d%n", kind.name().toLowerCase(Locale.ROOT), verdict.count(kind));
        }
        list(verdict, owners);
        if (verdict.committed() == 0) {
            out.println("nothing was committed, so nothing is proven");
            return false;
        }
        boolean kept = verdict.isClean(promise);
        out.println(kept ? "every committed event arrived " + promise.words() : "the promise was broken");
        return kept;
    }

    private void list(Verdict verdict, OwnershipTimeline owners) {
        AnomalyText text = new AnomalyText(owners, verdict.originNanos());
        List<Anomaly> all = verdict.anomalies();
        all.stream().limit(ANOMALIES_SHOWN).map(text::lines).forEach(out::println);
        long count =
                verdict.counts().values().stream().mapToLong(Long::longValue).sum();
        if (count > ANOMALIES_SHOWN) {
            out.printf(Locale.ROOT, "... and %,d more%n", count - ANOMALIES_SHOWN);
        }
    }
}
