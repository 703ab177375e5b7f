package dev.latchkey.health;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A question to something outside, asked off the caller's thread so that a probe is answered at once even when the other
 * side hangs. One question is under way at a time. Thread-safe.
 *
 * <p>An answer is good for a while. Then the next caller has the question asked again and waits for it briefly: until the
 * answer is there it is told the one before, and once that takes too long, that there is none.
 */
public final class BackgroundCheck {
    private static final Duration LATE = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofMillis(25);

    private final Supplier<Optional<String>> question;
    private final Duration goodFor;
    private final Executor executor;
    private final LongSupplier nanoTime;
    private final AtomicReference<Asked> latest = new AtomicReference<>();

    /**
     * @param question returns what is wrong, if anything; may block
     * @param goodFor how long an answer is kept
     */
    public BackgroundCheck(
            Supplier<Optional<String>> question, Duration goodFor, Executor executor, LongSupplier nanoTime) {
        this.question = question;
        this.goodFor = goodFor;
        this.executor = executor;
        this.nanoTime = nanoTime;
    }

    /** Has the question asked if no good answer is at hand; doesn't wait. */
    void ask() {
        current();
    }

    /** What is wrong, if anything; waits for 25 ms at the most. */
    public Optional<String> problem() {
        Asked asked = current();
        try {
            return asked.answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return meanwhile(asked);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while waiting for an answer");
        } catch (ExecutionException e) {
            return Optional.of("the check failed: " + e.getCause());
        }
    }

    private Optional<String> meanwhile(Asked asked) {
        Duration waiting = Duration.ofNanos(nanoTime.getAsLong() - asked.since);
        return asked.before != null && waiting.compareTo(LATE) < 0
                ? asked.before
                : Optional.of("no answer for %d ms".formatted(waiting.toMillis()));
    }

    private Asked current() {
        Asked seen = latest.get();
        if (seen != null && seen.good(nanoTime.getAsLong(), goodFor)) {
            return seen;
        }
        Asked next = new Asked(nanoTime.getAsLong(), seen == null ? null : seen.outcome());
        if (latest.compareAndSet(seen, next)) {
            start(next);
        }
        return latest.get();
    }

    private void start(Asked next) {
        try {
            executor.execute(() -> next.answer(question, nanoTime));
        } catch (RejectedExecutionException e) {
            next.answer.complete(Optional.of("the node is shutting down"));
        }
    }

    /** A question that was asked. */
    private static final class Asked {
        private final long since;
        private final Optional<String> before;
        private final CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
        private volatile long answeredAt;

        Asked(long since, Optional<String> before) {
            this.since = since;
            this.before = before;
            this.answeredAt = since;
        }

        void answer(Supplier<Optional<String>> question, LongSupplier nanoTime) {
            try {
                Optional<String> problem = question.get();
                answeredAt = nanoTime.getAsLong();
                answer.complete(problem);
            } catch (RuntimeException e) {
                answeredAt = nanoTime.getAsLong();
                answer.complete(Optional.of("the check failed: " + e));
            }
        }

        boolean good(long now, Duration goodFor) {
            return !answer.isDone() || now - answeredAt < goodFor.toNanos();
        }

        /** The answer, or the one before while there is none; null when there never was one. */
        Optional<String> outcome() {
            return answer.getNow(before);
        }
    }
}
