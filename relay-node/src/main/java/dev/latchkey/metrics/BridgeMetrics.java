package dev.latchkey.metrics;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import java.time.Duration;

/** The figures of the bridge. Written by its threads; read by any. */
public final class BridgeMetrics {
    private static final String PREFIX = "latchkey.bridge.";

    private final Meter notifications;
    private final Meter published;
    private final Meter caughtUp;
    private final Meter swept;
    private final Meter cleaned;
    private final Meter parked;
    private final Meter reconnects;
    private final Meter keptBack;
    private final Meter invalidJson;
    private final Meter transientLost;
    private volatile double queueUsage;
    private volatile Duration oldestUnpublished = Duration.ZERO;
    private volatile long overdue;

    public BridgeMetrics(MetricRegistry registry) {
        notifications = registry.meter(PREFIX + "notifications");
        published = registry.meter(PREFIX + "published");
        caughtUp = registry.meter(PREFIX + "caughtUp");
        swept = registry.meter(PREFIX + "swept");
        cleaned = registry.meter(PREFIX + "cleaned");
        parked = registry.meter(PREFIX + "parked");
        reconnects = registry.meter(PREFIX + "reconnects");
        keptBack = registry.meter(PREFIX + "keptBack");
        invalidJson = registry.meter(PREFIX + "invalidJson");
        transientLost = registry.meter(PREFIX + "transientLost");
        registry.gauge(PREFIX + "queueUsage", () -> () -> queueUsage);
        registry.gauge(PREFIX + "lagSeconds", () -> () -> oldestUnpublished.toMillis() / 1000.0);
        registry.gauge(PREFIX + "overdueRows", () -> () -> overdue);
    }

    /** A notification on a configured channel. */
    public void heard() {
        notifications.mark();
    }

    /** Confirmed by the broker, by whatever cause. */
    public void published(int messages) {
        published.mark(messages);
    }

    public void caughtUp(int messages) {
        caughtUp.mark(messages);
    }

    public void swept(int messages) {
        swept.mark(messages);
    }

    public void cleaned(int rows) {
        cleaned.mark(rows);
    }

    /** An alarm: a message that the broker will never take. */
    public void parked() {
        parked.mark();
    }

    public void reconnected() {
        reconnects.mark();
    }

    /** A channel's batch did not get through, or not whole. */
    public void keptBack() {
        keptBack.mark();
    }

    public void invalidJson() {
        invalidJson.mark();
    }

    /** Notifications without a row that are gone. */
    public void transientLost(int notifications) {
        transientLost.mark(notifications);
    }

    /** How full the server's queue of notifications is, 0 to 1. */
    public void queueUsage(double usage) {
        queueUsage = usage;
    }

    /** How long the oldest unpublished row has waited. */
    public void oldestUnpublished(Duration age) {
        oldestUnpublished = age;
    }

    /** An alarm: rows older than the retention that were never published. */
    public void overdue(long rows) {
        overdue = rows;
    }
}
