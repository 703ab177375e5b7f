package dev.latchkey.node;

import dev.latchkey.config.BridgeAloneConfiguration;
import dev.latchkey.config.ConfigurationFile;
import dev.latchkey.health.BridgeChecks;
import io.dropwizard.core.Application;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.Managed;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.Server;

/** The bridge alone, without a cluster, as a Dropwizard application: logging, metrics and the admin port are its. */
public final class BridgeApplication extends Application<BridgeAloneConfiguration> {
    @Override
    public String getName() {
        return "latchkey-bridge";
    }

    @Override
    public void initialize(Bootstrap<BridgeAloneConfiguration> bootstrap) {
        bootstrap.setConfigurationSourceProvider(
                ConfigurationFile.withEnvironment(bootstrap.getConfigurationSourceProvider()));
    }

    @Override
    public void run(BridgeAloneConfiguration configuration, Environment environment) throws Exception {
        AtomicReference<Server> server = new AtomicReference<>();
        environment.lifecycle().addServerLifecycleListener(server::set);
        environment.lifecycle().addServerLifecycleListener(Termination::endsInOrder);
        environment.jersey().disable();
        BridgeService service = BridgeService.build(
                configuration.bridge(),
                configuration.database(),
                new BridgeService.Surroundings(
                        environment.metrics(), () -> true, () -> Termination.endsFailed(server.get())));
        BridgeChecks.register(environment.healthChecks(), service.bridge().status());
        environment.lifecycle().manage(new Alone(service));
    }

    private record Alone(BridgeService service) implements Managed {
        @Override
        public void start() {
            service.start();
            service.bridge().activate();
        }

        @Override
        public void stop() throws InterruptedException {
            service.stop();
            service.close();
        }
    }
}
