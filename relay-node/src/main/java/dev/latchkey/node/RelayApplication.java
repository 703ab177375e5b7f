package dev.latchkey.node;

import dev.latchkey.config.ConfigurationFile;
import dev.latchkey.config.RelayConfiguration;
import io.dropwizard.core.Application;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.Server;

/** The node as a Dropwizard application. */
public final class RelayApplication extends Application<RelayConfiguration> {
    @Override
    public String getName() {
        return "latchkey";
    }

    @Override
    public void initialize(Bootstrap<RelayConfiguration> bootstrap) {
        bootstrap.setConfigurationSourceProvider(
                ConfigurationFile.withEnvironment(bootstrap.getConfigurationSourceProvider()));
    }

    @Override
    public void run(RelayConfiguration configuration, Environment environment) throws Exception {
        AtomicReference<Server> server = new AtomicReference<>();
        environment.lifecycle().addServerLifecycleListener(server::set);
        RelayNode node = new RelayNode(configuration, environment, () -> Termination.endsFailed(server.get()));
        try {
            node.build();
        } catch (Exception e) {
            node.close();
            throw e;
        }
        environment.lifecycle().manage(node);
        environment.lifecycle().addServerLifecycleListener(Termination::endsInOrder);
    }
}
