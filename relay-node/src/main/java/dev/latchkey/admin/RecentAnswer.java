package dev.latchkey.admin;

import dev.latchkey.failure.RelayFailure;
import dev.latchkey.failure.RetryableFailure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * An answer that is kept for a moment, a failure as well: however many dashboards ask, the question is asked once at a time
 * and once a moment. The first caller asks on its own thread, those who come meanwhile wait for it. Thread-safe.
 */
final class RecentAnswer<T> {
    private static final long MOST_SECONDS = 10;

    private final Question<T> question;
    private final Duration lifetime;
    private final LongSupplier nanoTime;
    private final AtomicReference<Answer<T>> latest = new AtomicReference<>();

    RecentAnswer(Question<T> question, Duration lifetime, LongSupplier nanoTime) {
        this.question = question;
        this.lifetime = lifetime;
        this.nanoTime = nanoTime;
    }

    /** What is asked. May block. */
    interface Question<T> {
        T ask() throws RelayFailure;
    }

    T get() throws RelayFailure {
        Answer<T> seen = latest.get();
        if (seen == null || seen.outlived(nanoTime.getAsLong(), lifetime)) {
            Answer<T> next = new Answer<>();
            if (latest.compareAndSet(seen, next)) {
                next.find(question, nanoTime);
            }
        }
        return latest.get().await();
    }

    private static final class Answer<T> {
        private final CompletableFuture<T> value = new CompletableFuture<>();
        private volatile long foundAt;

        void find(Question<T> question, LongSupplier nanoTime) {
            try {
                T found = question.ask();
                foundAt = nanoTime.getAsLong();
                value.complete(found);
            } catch (RelayFailure | RuntimeException | Error e) {
                foundAt = nanoTime.getAsLong();
                value.completeExceptionally(e);
            }
        }

        boolean outlived(long now, Duration lifetime) {
            return value.isDone() && now - foundAt >= lifetime.toNanos();
        }

        T await() throws RelayFailure {
            try {
                return value.get(MOST_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                String reason = e.getCause().getMessage();
                throw new RetryableFailure(reason == null ? e.getCause().toString() : reason, e.getCause());
            } catch (TimeoutException e) {
                throw new RetryableFailure("no answer within " + MOST_SECONDS + " s", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RetryableFailure("interrupted while waiting for an answer", e);
            }
        }
    }
}
