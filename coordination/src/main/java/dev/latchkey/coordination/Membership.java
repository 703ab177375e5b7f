package dev.latchkey.coordination;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's ephemeral member node, and a look at everybody's. Belongs to the coordinator's thread. */
final class Membership {
    private static final Logger log = LoggerFactory.getLogger(Membership.class);

    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** What {@link #join} found. */
    enum Standing {
        /** Our member node is there. */
        MEMBER,
        /** Our member node was gone under a living session and is there again: somebody wiped the ensemble. */
        RESTORED,
        /** Another process has a member node of our id. */
        REFUSED
    }

    private final Ensemble ensemble;
    private final Member self;
    private final String folder;
    private final String path;
    private final Watcher watcher;
    private byte[] written;
    private long joinedSession;
    private boolean refused;

    /** @param changed called, on ZooKeeper's thread, when a member comes, goes or changes */
    Membership(Ensemble ensemble, CoordinationSettings settings, Runnable changed) {
        this.ensemble = ensemble;
        this.self = settings.self();
        this.folder = settings.path() + "/members";
        this.path = folder + "/" + self.id();
        this.watcher = event -> changed.run();
    }

    /** Makes sure that our member node is there, in this session, and says what we hold. */
    Standing join(Set<Integer> holds) throws Exception {
        byte[] data = json(holds);
        Stat stat = ensemble.ask(client -> client.checkExists().forPath(path));
        long session = ensemble.session();
        if (stat == null) {
            return create(data, session);
        }
        if (stat.getEphemeralOwner() == session) {
            update(data);
        } else if (ensemble.isOurs(stat.getEphemeralOwner())) {
            replace(data, stat);
        } else {
            return refuse(stat);
        }
        return joined(data, session);
    }

    private Standing create(byte[] data, long session) throws Exception {
        ensemble.ask(client -> client.create()
                .creatingParentsIfNeeded()
                .withMode(CreateMode.EPHEMERAL)
                .forPath(path, data));
        Standing standing = joinedSession == session ? Standing.RESTORED : Standing.MEMBER;
        log.info("{} member node {}", self.id(), standing == Standing.RESTORED ? "was wiped, created anew" : "created");
        joined(data, session);
        return standing;
    }

    private void update(byte[] data) throws Exception {
        if (!Arrays.equals(data, written)) {
            ensemble.ask(client -> client.setData().forPath(path, data));
        }
    }

    /** In one transaction, so that nobody sees us gone and takes us for dead. */
    private void replace(byte[] data, Stat stale) throws Exception {
        ensemble.ask(client -> client.transaction()
                .forOperations(
                        client.transactionOp()
                                .delete()
                                .withVersion(stale.getVersion())
                                .forPath(path),
                        client.transactionOp()
                                .create()
                                .withMode(CreateMode.EPHEMERAL)
                                .forPath(path, data)));
        log.info("{} member node of our earlier session replaced", self.id());
    }

    private Standing joined(byte[] data, long session) {
        written = data;
        joinedSession = session;
        refused = false;
        return Standing.MEMBER;
    }

    private Standing refuse(Stat other) {
        if (!refused) {
            log.warn(
                    "{} is a member already, by session 0x{}: another process with this id runs, or one has just died."
                            + " Waiting until that session ends",
                    self.id(),
                    Long.toHexString(other.getEphemeralOwner()));
        }
        refused = true;
        return Standing.REFUSED;
    }

    /** Deletes our member node, so that the others give our shards to somebody else. */
    void leave() throws Exception {
        Stat stat = ensemble.ask(client -> client.checkExists().forPath(path));
        if (stat != null && ensemble.isOurs(stat.getEphemeralOwner())) {
            ensemble.ask(client -> client.delete().quietly().forPath(path));
        }
    }

    /** All members, by id. Watches are set with the reads, so nothing that comes after goes unnoticed. */
    List<Member> read() throws Exception {
        List<Member> members = new ArrayList<>();
        for (String id : new TreeSet<>(names())) {
            try {
                byte[] data = ensemble.ask(
                        client -> client.getData().usingWatcher(watcher).forPath(folder + "/" + id));
                members.add(JSON.readValue(data, Member.class));
            } catch (KeeperException.NoNodeException e) {
                log.debug("{} member {} has just gone", self.id(), id);
            } catch (IOException | NullPointerException e) {
                // Without its holds nobody can tell what it should give up; it is left out as if it weren't there.
                log.debug("{} member {} can't be understood: {}", self.id(), id, e.toString());
            }
        }
        return members;
    }

    private List<String> names() throws Exception {
        try {
            return ensemble.ask(
                    client -> client.getChildren().usingWatcher(watcher).forPath(folder));
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    private byte[] json(Set<Integer> holds) throws JsonProcessingException {
        // Sorted, so that what is unchanged is the same bytes.
        return JSON.writeValueAsBytes(
                new MemberNode(self.id(), self.adminAddress(), self.version(), self.startedAt(), new TreeSet<>(holds)));
    }

    /** A member as it is written; {@link Member} with an order in its shards. */
    private record MemberNode(
            String id, String adminAddress, String version, Instant startedAt, TreeSet<Integer> holds) {}
}
