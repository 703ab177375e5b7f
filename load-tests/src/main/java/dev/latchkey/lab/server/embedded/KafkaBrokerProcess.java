package dev.latchkey.lab.server.embedded;

import dev.latchkey.lab.process.FreePorts;
import dev.latchkey.lab.process.JavaCommand;
import dev.latchkey.lab.process.OsProcess;
import dev.latchkey.lab.process.ScratchFolder;
import dev.latchkey.lab.server.KafkaProcess;
import dev.latchkey.lab.server.KafkaSettings;
import dev.latchkey.lab.server.ServerFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Properties;

/** A broker as a child process on this JVM's class path. */
final class KafkaBrokerProcess implements KafkaProcess {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final List<String> OPTIONS =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-Dlogback.configurationFile=dev/latchkey/lab/quiet-logback.xml");

    private final int clientPort = FreePorts.next();
    private final ScratchFolder folder = ScratchFolder.create("kafka");
    private final OsProcess process;

    KafkaBrokerProcess(KafkaSettings settings) {
        Properties properties = BrokerStorage.properties(settings, clientPort, FreePorts.next(), folder.path());
        Path file = folder.path().resolve("server.properties");
        write(properties, file);
        this.process = new OsProcess(
                "kafka",
                JavaCommand.mainClass(
                        JavaCommand.withTemporaryFilesIn(folder.path(), OPTIONS),
                        KafkaBrokerMain.class,
                        List.of(file.toString())),
                folder.path().resolve("kafka.log"));
    }

    private static void write(Properties properties, Path file) {
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void start() {
        if (process.isAlive()) {
            return;
        }
        process.start();
        try {
            BrokerProbe.awaitServing(clientPort, START_LIMIT, process::isAlive);
        } catch (ServerFailure | IllegalStateException e) {
            throw new ServerFailure(e.getMessage() + "; its log ends:\n" + process.logTail(20), e);
        }
    }

    @Override
    public void stop() {
        if (!process.isAlive()) {
            return;
        }
        process.terminate();
        if (!process.awaitExit(STOP_LIMIT)) {
            process.kill9();
        }
    }

    /** Its data goes, so there is nothing to end in order. */
    @Override
    public void close() {
        process.kill9();
        process.close();
        folder.close();
    }

    @Override
    public OptionalLong pid() {
        return process.isAlive() ? OptionalLong.of(process.pid()) : OptionalLong.empty();
    }

    @Override
    public void kill9() {
        process.kill9();
    }

    @Override
    public void pause() {
        process.pause();
    }

    @Override
    public void resume() {
        process.resume();
    }

    @Override
    public String logTail(int lines) {
        return process.logTail(lines);
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + clientPort;
    }
}
