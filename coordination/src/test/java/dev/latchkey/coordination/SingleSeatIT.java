package dev.latchkey.coordination;

import static dev.latchkey.coordination.TestCluster.within;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A seat that one member has at a time. */
class SingleSeatIT {
    private TestingServer server;
    private TestCluster cluster;
    private TestNode a;
    private TestNode b;

    @BeforeEach
    void open() throws Exception {
        server = new TestingServer(TestCluster.server(-1), true);
        cluster = new TestCluster(server.getConnectString(), 2);
        a = cluster.start("a");
        within(10).until(a::seated);
        b = cluster.start("b");
        cluster.awaitBalanced(a, b);
    }

    @AfterEach
    void close() throws IOException {
        cluster.close();
        server.close();
    }

    @Test
    void theNextInLineTakesItWhenTheHolderDies() {
        assertThat(b.seated()).isFalse();
        a.crash();
        within(5).until(b::seated);
    }

    @Test
    void theNextInLineTakesItWhenTheHolderLeaves() throws Exception {
        a.leave();
        within(5).until(b::seated);
        assertThat(a.seated()).isFalse();
    }

    @Test
    void anEndedSessionGivesTheSeatAway() throws Exception {
        a.killSession(server.getConnectString());
        within(5).until(b::seated);
        within(5).until(() -> !a.seated());
    }

    @Test
    void lossOfContactIsToldBeforeTheSessionCanEndAndOneHasItAfterwards() throws Exception {
        server.stop();
        within(5).until(() -> !a.seated());
        server.restart();
        within(15).until(() -> Stream.of(a, b).filter(TestNode::seated).count() == 1);
    }
}
