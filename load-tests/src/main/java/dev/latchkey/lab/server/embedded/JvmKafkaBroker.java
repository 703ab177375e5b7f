package dev.latchkey.lab.server.embedded;

import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.JvmEnd;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.server.KafkaBroker;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.ServerFailure;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/**
 * A broker in this JVM.
 *
 * <p>It logs through SLF4J like everything else in the JVM: a test's Logback configuration should hold the root logger at
 * WARN, for at DEBUG a broker prints thousands of lines a second.
 */
final class JvmKafkaBroker implements KafkaBroker {
    private final KafkaSettings settings;
    private final int clientPort = FreePorts.next();
    private final int controllerPort = FreePorts.next();
    private final ScratchFolder folder = ScratchFolder.create("kafka");
    private final JvmEnd.Registration registration = JvmEnd.register(this::stop);
    private KafkaRaftServer server;

    JvmKafkaBroker(KafkaSettings settings) {
        this.settings = settings;
    }

    @Override
    public synchronized void start() {
        if (server != null) {
            return;
        }
        Properties properties = BrokerStorage.properties(settings, clientPort, controllerPort, folder.path());
        try {
            BrokerStorage.format(properties);
            server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
            server.startup();
        } catch (Exception e) {
            throw new ServerFailure("the broker did not start on port " + clientPort, e);
        }
    }

    @Override
    public synchronized void stop() {
        if (server == null) {
            return;
        }
        server.shutdown();
        server.awaitShutdown();
        server = null;
    }

    @Override
    public void close() {
        stop();
        registration.close();
        folder.close();
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + clientPort;
    }
}
