package dev.latchkey.cli;

import dev.latchkey.config.ConfigurationFile;
import dev.latchkey.config.RelayConfiguration;
import dev.latchkey.node.RelayApplication;
import io.dropwizard.core.cli.ServerCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import net.sourceforge.argparse4j.inf.Namespace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs a node until it is told to stop. */
@Command(name = "node", description = "Run a node until it is told to stop (SIGTERM).")
final class NodeCommand implements Callable<Integer> {
    /** Returned once the node has started: the process lives on. No code of a finished command's. */
    static final int RUNNING = -1;

    @Parameters(paramLabel = "CONFIG", description = "The node's configuration, YAML.")
    private Path configuration;

    @Override
    public Integer call() throws Exception {
        // Dropwizard would refuse it too, but in many lines and without the value.
        ConfigurationFile.load(configuration);
        RelayApplication application = new RelayApplication();
        Bootstrap<RelayConfiguration> bootstrap = new Bootstrap<>(application);
        application.initialize(bootstrap);
        bootstrap.registerMetrics();
        // Not Application.run: that ends the process with a stack trace where a line will do.
        new ServerCommand<>(application).run(bootstrap, new Namespace(Map.of("file", configuration.toString())));
        return RUNNING;
    }
}
