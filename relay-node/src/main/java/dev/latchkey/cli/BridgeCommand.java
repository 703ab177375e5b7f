package dev.latchkey.cli;

import dev.latchkey.config.BridgeAloneConfiguration;
import dev.latchkey.config.ConfigurationFile;
import dev.latchkey.node.BridgeApplication;
import io.dropwizard.core.cli.ServerCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import net.sourceforge.argparse4j.inf.Namespace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs the bridge alone until it is told to stop. */
@Command(
        name = "bridge",
        description = "Run the bridge from pg_notify to RabbitMQ alone, without a cluster, until it is told to stop.")
final class BridgeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CONFIG", description = "The bridge's configuration, YAML.")
    private Path configuration;

    @Override
    public Integer call() throws Exception {
        // Dropwizard would refuse it too, but in many lines and without the value.
        ConfigurationFile.loadBridge(configuration);
        BridgeApplication application = new BridgeApplication();
        Bootstrap<BridgeAloneConfiguration> bootstrap = new Bootstrap<>(application);
        application.initialize(bootstrap);
        bootstrap.registerMetrics();
        new ServerCommand<>(application).run(bootstrap, new Namespace(Map.of("file", configuration.toString())));
        return NodeCommand.RUNNING;
    }
}
