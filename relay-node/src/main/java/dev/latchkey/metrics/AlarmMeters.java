package dev.latchkey.metrics;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import dev.latchkey.outbox.postgres.OutboxAlarms;

/** Counts what should never happen: alert on any of them above zero. Thread-safe. */
public final class AlarmMeters implements OutboxAlarms {
    private final Meter hiddenRows;
    private final Meter sequenceWentBack;

    public AlarmMeters(MetricRegistry registry) {
        hiddenRows = registry.meter("latchkey.node.hiddenRows");
        sequenceWentBack = registry.meter("latchkey.node.sequenceWentBack");
    }

    @Override
    public void hiddenRow() {
        hiddenRows.mark();
    }

    @Override
    public void sequenceWentBack() {
        sequenceWentBack.mark();
    }
}
