package dev.latchkey.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.latchkey.lab.history.Anomaly;
import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.History;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Outcome;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.server.KafkaBroker;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lab.standin.StandInRelay;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The workload is hard enough to convict a naive relay, and the checker fair enough to acquit an honest one. */
@Timeout(90)
class OrdersWorkloadIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final PostgresServer POSTGRES = Servers.embedded().postgres(PostgresSettings.defaults());

    @BeforeAll
    static void start() {
        POSTGRES.start();
    }

    @AfterAll
    static void close() {
        POSTGRES.close();
    }

    @Test
    void relayInCommitOrderIsAcquitted() throws Exception {
        HistoryRecorder history = new HistoryRecorder();

        Verdict verdict = run(StandInRelay.Reading.BY_COMMIT, history, Duration.ZERO);

        assertThat(verdict.isClean()).as(verdict.toString()).isTrue();
        assertThat(verdict.delivered()).isGreaterThan(1_500);
        assertThat(history.history().transactions())
                .anyMatch(transaction -> transaction.outcome() == Outcome.ROLLED_BACK);
    }

    @Test
    void relayThatTrustsTheHighestNumberSeenIsConvicted() throws Exception {
        Verdict verdict = run(StandInRelay.Reading.ABOVE_HIGHEST_SEEN, new HistoryRecorder(), Duration.ofMillis(300));

        assertThat(verdict.count(Anomaly.Kind.LOST)).as(verdict.summary()).isPositive();
    }

    @Test
    void relayInInsertOrderIsConvicted() throws Exception {
        Verdict verdict = run(StandInRelay.Reading.BY_INSERT, new HistoryRecorder(), Duration.ofMillis(300));

        assertThat(verdict.count(Anomaly.Kind.REORDERED)).as(verdict.summary()).isPositive();
        assertThat(verdict.count(Anomaly.Kind.LOST)).isZero();
    }

    @Test
    void writersOutliveADatabaseRestart() throws Exception {
        String database = POSTGRES.createDatabase("restart");
        HistoryRecorder history = new HistoryRecorder();
        try (Connection connection = POSTGRES.connect(database)) {
            OrdersSchema.create(connection);
        }
        try (OrdersWorkload workload =
                new OrdersWorkload(WorkloadSettings.defaults(), () -> POSTGRES.connect(database), history)) {
            workload.start();
            await().atMost(LIMIT).until(() -> history.committed() > 200);
            POSTGRES.crash();
            POSTGRES.start();
            long before = history.committed();
            await().atMost(LIMIT).until(() -> history.committed() > before + 200);
            assertThat(workload.failures()).isPositive();
        }
        assertThat(eventsKeptBy(database)).isBetween(history.committed(), atMost(history.history()));
    }

    private static Verdict run(StandInRelay.Reading reading, HistoryRecorder history, Duration longTransaction)
            throws Exception {
        String database = POSTGRES.createDatabase("orders");
        try (Connection connection = POSTGRES.connect(database)) {
            OrdersSchema.create(connection);
        }
        WorkloadSettings settings = WorkloadSettings.defaults().rate(800);
        settings = longTransaction.isZero() ? settings : settings.longTransaction(longTransaction);
        try (KafkaBroker kafka = Servers.embedded().kafka(KafkaSettings.defaults())) {
            kafka.start();
            try (KafkaObserver observer = new KafkaObserver(kafka.bootstrapServers(), history).start();
                    StandInRelay relay = new StandInRelay(
                            reading, () -> POSTGRES.connect(database), kafka.bootstrapServers(), () -> {});
                    OrdersWorkload workload = new OrdersWorkload(settings, () -> POSTGRES.connect(database), history)) {
                relay.start();
                workload.start();
                await().atMost(LIMIT).until(() -> history.committed() > 1_500);
                workload.stop();
                history.awaitDelivered(Duration.ofSeconds(2));
                assertThat(observer.latenciesSinceLastCall().getTotalCount()).isPositive();
            }
        }
        return Checker.check(history.history());
    }

    private static long eventsKeptBy(String database) throws Exception {
        try (Connection connection = POSTGRES.connect(database);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from public.outbox")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** All that may be there: the committed ones and those whose commit was cut off. */
    private static long atMost(History history) {
        return history.transactions().stream()
                .filter(transaction -> transaction.outcome() != Outcome.ROLLED_BACK)
                .mapToLong(transaction -> transaction.events().size())
                .sum();
    }
}
