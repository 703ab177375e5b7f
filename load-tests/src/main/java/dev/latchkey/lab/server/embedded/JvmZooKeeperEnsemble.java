package dev.latchkey.lab.server.embedded;

import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.JvmEnd;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.server.ServerFailure;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.QuorumConfigBuilder;
import org.apache.curator.test.TestingZooKeeperServer;

/** ZooKeeper servers in this JVM. */
final class JvmZooKeeperEnsemble implements ZooKeeperEnsemble {
    private static final int TICK_MILLIS = 500;
    private static final int UNLIMITED = -1;
    private static final Map<String, Object> PROPERTIES = Map.of(
            "admin.enableServer", "false",
            "maxSessionTimeout", "60000",
            "clientPortAddress", "127.0.0.1");

    private final ScratchFolder folder = ScratchFolder.create("zookeeper");
    private final JvmEnd.Registration registration = JvmEnd.register(this::discardServers);
    private final List<InstanceSpec> specs;
    private final List<TestingZooKeeperServer> servers = new ArrayList<>();
    private QuorumConfigBuilder builder;

    JvmZooKeeperEnsemble(int members) {
        this.specs = IntStream.range(0, members).mapToObj(this::spec).toList();
        createServers();
    }

    private InstanceSpec spec(int member) {
        return new InstanceSpec(
                folder.path().resolve("member-" + member).toFile(),
                FreePorts.next(),
                FreePorts.next(),
                FreePorts.next(),
                false,
                member + 1,
                TICK_MILLIS,
                UNLIMITED,
                PROPERTIES,
                "127.0.0.1");
    }

    private void createServers() {
        builder = new QuorumConfigBuilder(specs);
        for (int member = 0; member < specs.size(); member++) {
            specs.get(member).getDataDirectory().mkdirs();
            servers.add(new TestingZooKeeperServer(builder, member));
        }
    }

    /** The builder holds a temporary file of its own, which a server that never ran would leave behind. */
    private void discardServers() {
        stop();
        servers.clear();
        builder.close();
    }

    @Override
    public synchronized void start() {
        IntStream.range(0, servers.size()).forEach(this::startMember);
    }

    @Override
    public synchronized void stop() {
        IntStream.range(0, servers.size()).forEach(this::stopMember);
    }

    @Override
    public synchronized void startMember(int member) {
        try {
            servers.get(member).restart();
        } catch (Exception e) {
            throw new ServerFailure("ZooKeeper member " + member + " did not start", e);
        }
    }

    @Override
    public synchronized void stopMember(int member) {
        try {
            servers.get(member).stop();
        } catch (IOException e) {
            throw new ServerFailure("ZooKeeper member " + member + " did not stop", e);
        }
    }

    @Override
    public synchronized void wipe() {
        discardServers();
        folder.clear();
        createServers();
    }

    @Override
    public synchronized void close() {
        discardServers();
        registration.close();
        folder.close();
    }

    @Override
    public String connectString() {
        return specs.stream().map(InstanceSpec::getConnectString).collect(Collectors.joining(","));
    }

    @Override
    public int members() {
        return specs.size();
    }
}
