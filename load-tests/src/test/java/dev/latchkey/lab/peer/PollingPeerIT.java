package dev.latchkey.lab.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.history.Anomaly.Kind;
import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.KafkaBroker;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import dev.latchkey.lab.workload.LongTransactions;
import dev.latchkey.lab.workload.OrdersSchema;
import dev.latchkey.lab.workload.OrdersWorkload;
import dev.latchkey.lab.workload.WorkloadSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PollingPeerIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int EVENTS = 400;

    private final PostgresServer postgres = Servers.embedded().postgres(PostgresSettings.defaults());
    private final KafkaBroker kafka = Servers.embedded().kafka(KafkaSettings.defaults());
    private final HistoryRecorder history = new HistoryRecorder();

    /** What it is there to show beside us: nothing is lost, and events of a key come in the order of their inserts. */
    @Test
    void thePlainLoopDeliversEverythingAndReordersWhatOverlaps() throws Exception {
        try (postgres;
                kafka) {
            Servers.startTogether(postgres::start, kafka::start);
            String database = postgres.createDatabase("polling");
            PeerTarget target = PeerTarget.of(postgres, database, kafka.bootstrapServers());
            try (Connection connection = postgres.connect(database);
                    Contender peer = new PollingPeer(target, PollingSettings.defaults())) {
                OrdersSchema.create(connection);
                peer.prepare(connection);
                write(database);
                assertThat(rows(connection)).isPositive();

                Verdict verdict = publish(peer);

                assertThat(verdict.count(Kind.LOST)).as(verdict.summary()).isZero();
                assertThat(verdict.count(Kind.REORDERED)).as(verdict.summary()).isPositive();
                assertThat(rows(connection)).isZero();
                assertThat(peer.failure())
                        .hasValueSatisfying(why -> assertThat(why).startsWith("polling ended"));
            }
        }
    }

    private void write(String database) {
        WorkloadSettings defaults = WorkloadSettings.defaults().rate(2_000);
        WorkloadSettings settings = defaults.profile(defaults.profile().longOnes(LongTransactions.NONE));
        try (OrdersWorkload workload = new OrdersWorkload(settings, () -> postgres.connect(database), history)) {
            workload.start();
            Waiting.until("the writers committed enough", LIMIT, () -> history.committed() > EVENTS);
        }
    }

    private Verdict publish(Contender peer) {
        try (KafkaObserver observer = new KafkaObserver(kafka.bootstrapServers(), history)) {
            observer.start();
            peer.start();
            peer.awaitReady();
            assertThat(peer.failure()).isEmpty();
            assertThat(history.awaitDelivered(LIMIT)).isTrue();
        }
        peer.stop();
        return Checker.check(history.history());
    }

    private static long rows(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("select count(*) from public.outbox")) {
            count.next();
            return count.getLong(1);
        }
    }
}
