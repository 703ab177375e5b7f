package dev.latchkey.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.lab.process.JavaCommand;
import dev.latchkey.lab.server.ServerFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NodeProcessIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void isReadyKilledStartedAgainOnTheSamePortsAndEndsOrderly() {
        try (NodeProcess node = standIn(new NodeConfig("node-1", "demo"))) {
            node.start();
            node.awaitReady(LIMIT);
            long first = node.pid();

            node.kill9();
            assertThat(node.isAlive()).isFalse();
            assertThat(node.isReady()).isFalse();

            node.start();
            node.awaitReady(LIMIT);
            assertThat(node.pid()).isNotEqualTo(first);

            node.terminate();
            assertThat(node.awaitExit(LIMIT)).isTrue();
            assertThat(node.exitCode()).hasValue(7);
            assertThat(node.logTail(10)).contains("starting node-1");
        }
    }

    @Test
    void pausedNodeIsNotReadyAndCanStillBeKilled() {
        try (NodeProcess node = standIn(new NodeConfig("node-1", "demo"))) {
            node.start();
            node.awaitReady(LIMIT);

            node.pause();
            assertThat(node.isReady()).isFalse();
            node.resume();
            node.awaitReady(LIMIT);

            node.pause();
            node.kill9();
            assertThat(node.isAlive()).isFalse();
        }
    }

    @Test
    void interruptOfTheTerminalDoesNotReachIt() throws Exception {
        try (NodeProcess node = standIn(new NodeConfig("node-1", "demo"))) {
            node.start();
            node.awaitReady(LIMIT);

            new ProcessBuilder("kill", "-INT", Long.toString(node.pid()))
                    .start()
                    .waitFor();
            assertThat(node.awaitExit(Duration.ofMillis(500))).isFalse();
            node.terminate();

            assertThat(node.awaitExit(LIMIT)).isTrue();
        }
    }

    @Test
    void failedStartTellsStatusAndLogAtOnce() {
        try (NodeProcess node = standIn(new NodeConfig("node-1", "demo").set("/refuse", "no such table"))) {
            node.start();

            assertThatThrownBy(() -> node.awaitReady(LIMIT))
                    .isInstanceOf(ServerFailure.class)
                    .hasMessageContaining("node-1 ended with status 1")
                    .hasMessageContaining("refused: no such table");
        }
    }

    @Test
    void leavesNeitherProcessNorFolder() {
        NodeProcess node = standIn(new NodeConfig("node-1", "demo"));
        Path folder = node.configFile().getParent();
        node.start();
        long pid = node.pid();

        node.close();

        assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                .isFalse();
        assertThat(Files.exists(folder)).isFalse();
    }

    private static NodeProcess standIn(NodeConfig config) {
        return new NodeProcess(
                "node-1",
                config,
                file -> JavaCommand.mainClass(List.of("-Xmx64m"), StandInNode.class, List.of(file.toString())));
    }
}
