package dev.latchkey.lab.demo;

import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.RabbitMqServer;
import dev.latchkey.lab.server.ServerFailure;
import dev.latchkey.lab.server.Servers;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ExitCode;

/** {@code demo --bridge}: rows that notify, a listening connection that is killed again and again, and a verdict. */
final class BridgeDemo {
    private static final Duration KILL_EVERY = Duration.ofSeconds(5);
    private static final Duration LINE_EVERY = Duration.ofSeconds(2);
    private static final Duration ARRIVAL_LIMIT = Duration.ofSeconds(60);
    /** A second message of a row would come shortly after the first. */
    private static final Duration DUPLICATES_LIMIT = Duration.ofSeconds(1);

    private final DemoOptions options;
    private final Interrupt interrupt;
    private final PrintStream out;

    BridgeDemo(DemoOptions options, Interrupt interrupt, PrintStream out) {
        this.options = options;
        this.interrupt = interrupt;
        this.out = out;
    }

    /** Returns the exit status; everything that was started is gone by then. */
    int run() {
        Optional<RabbitMqServer> rabbit = Servers.embedded().rabbitMq();
        if (rabbit.isEmpty()) {
            out.println(Servers.RABBITMQ_MISSING);
            return ExitCode.SOFTWARE;
        }
        out.println("starting PostgreSQL, RabbitMQ and the bridge; Ctrl-C ends it");
        try (BridgeStage stage = new BridgeStage(rabbit.get(), options.relayJar())) {
            stage.start();
            return runOn(stage);
        } catch (Exception e) {
            out.println("the demo did not get through: " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
    }

    private int runOn(BridgeStage stage) throws Exception {
        try (QueueTally tally = new QueueTally(stage.rabbit());
                NotifyingWriter writer = new NotifyingWriter(stage.connect(), options.rate())) {
            writer.start();
            int kills = letRun(stage, writer, tally);
            writer.stop();
            Waiting.within(ARRIVAL_LIMIT, () -> tally.seen().keySet().containsAll(writer.committed()));
            Waiting.within(DUPLICATES_LIMIT, () -> false);
            return judge(writer, tally, kills);
        }
    }

    private int letRun(BridgeStage stage, NotifyingWriter writer, QueueTally tally) throws SQLException {
        long begun = System.nanoTime();
        int kills = 0;
        Duration nextKill = KILL_EVERY;
        Duration elapsed = Duration.ZERO;
        while (!interrupt.asked() && elapsed.compareTo(options.runFor().orElse(Duration.ofDays(365))) < 0) {
            Waiting.within(LINE_EVERY, interrupt::asked);
            elapsed = Duration.ofNanos(System.nanoTime() - begun);
            requireAlive(stage, writer);
            if (elapsed.compareTo(nextKill) >= 0) {
                nextKill = elapsed.plus(KILL_EVERY);
                kills += stage.killListener();
                out.printf("%6.1fs  * the listening connection was killed%n", LineScreen.seconds(elapsed));
            }
            out.printf(
                    "%6.1fs  committed %,d  arrived %,d%n",
                    LineScreen.seconds(elapsed), writer.committed().size(), tally.messages());
        }
        return kills;
    }

    private static void requireAlive(BridgeStage stage, NotifyingWriter writer) {
        if (writer.failure() != null) {
            throw new ServerFailure("the writer failed: " + writer.failure());
        }
        if (!stage.bridgeIsAlive()) {
            throw new ServerFailure("the bridge has ended; its log ends:\n" + stage.bridgeLog());
        }
    }

    private int judge(NotifyingWriter writer, QueueTally tally, int kills) {
        long lost = writer.committed().stream()
                .filter(id -> !tally.seen().containsKey(id))
                .count();
        long phantom = tally.seen().keySet().stream()
                .filter(id -> !writer.committed().contains(id))
                .count();
        long twice = tally.seen().values().stream().filter(times -> times > 1).count();
        out.printf(
                "%ncommitted   %,d%narrived     %,d%nlost        %,d%nphantom     %,d%nduplicated  %,d%nkills       %d%n",
                writer.committed().size(), tally.seen().size(), lost, phantom, twice, kills);
        boolean clean = lost + phantom + twice == 0;
        out.println(clean ? "every committed row arrived, none twice" : "FAULT: see the figures above");
        return clean ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
