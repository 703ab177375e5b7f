package dev.latchkey.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ZooKeeperEnsembleIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private final ZooKeeperEnsemble quorum = Servers.embedded().zooKeeper(3);

    @AfterEach
    void close() {
        quorum.close();
    }

    @Test
    void survivesTheLossOfOneMemberOfThree() throws Exception {
        quorum.start();
        create("/before");
        quorum.stopMember(0);
        create("/between");
        quorum.startMember(0);
        quorum.stopMember(1);

        assertThat(exists("/before")).isTrue();
        assertThat(exists("/between")).isTrue();
    }

    @Test
    void keepsItsNodesOverStopAndLosesThemWhenWiped() throws Exception {
        quorum.start();
        create("/kept");
        quorum.restart();
        assertThat(exists("/kept")).isTrue();

        quorum.wipe();
        quorum.start();
        assertThat(exists("/kept")).isFalse();
    }

    @Test
    void runsAsASingleServer() throws Exception {
        try (ZooKeeperEnsemble single = Servers.embedded().zooKeeper(1)) {
            single.start();
            String before = single.connectString();
            single.restart();

            assertThat(single.connectString()).isEqualTo(before);
            try (ZooKeeper client = new ZooKeeper(before, 5_000, event -> {})) {
                await().atMost(LIMIT).ignoreExceptions().until(() -> client.exists("/", false) != null);
            }
        }
    }

    private void create(String path) throws Exception {
        try (ZooKeeper client = client()) {
            await().atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(KeeperException.ConnectionLossException.class)
                    .until(() -> created(client, path));
        }
    }

    private static boolean created(ZooKeeper client, String path) throws Exception {
        try {
            client.create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        } catch (KeeperException.NodeExistsException e) {
            // An earlier attempt whose answer was lost.
            return true;
        }
        return true;
    }

    private boolean exists(String path) throws Exception {
        try (ZooKeeper client = client()) {
            await().atMost(LIMIT).ignoreExceptions().until(() -> client.exists("/", false) != null);
            return client.exists(path, false) != null;
        }
    }

    private ZooKeeper client() throws Exception {
        return new ZooKeeper(quorum.connectString(), 5_000, event -> {});
    }
}
