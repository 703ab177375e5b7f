package dev.latchkey.admin;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.lane.LaneState;
import dev.latchkey.lane.LaneSupervisor.LaneStatus;
import dev.latchkey.lane.ShardStatus;
import dev.latchkey.metrics.OldestUnsent;
import dev.latchkey.outbox.postgres.OutboxTable;
import dev.latchkey.outbox.postgres.RetentionCleanup.Retention;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jetty.HttpConnectorFactory;
import io.dropwizard.logging.common.ExternalLoggingFactory;
import io.dropwizard.request.logging.LogbackAccessRequestLogFactory;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** A Dropwizard application on ports of its own that has the admin pages and nothing behind them but what a test says. */
final class TestNode implements AutoCloseable {
    static final Retention RETENTION = new Retention(Duration.ofHours(1), Duration.ofMillis(100), 10);

    final FakeCoordinator coordinator = new FakeCoordinator();
    volatile List<ShardStatus> shards = List.of();
    volatile List<LaneStatus> lanes = List.of(new LaneStatus(0, LaneState.RUNNING, null, true, Duration.ofMillis(3)));
    volatile Supplier<Optional<String>> broker = Optional::empty;

    private final DropwizardTestSupport<Configuration> support;
    private final HttpClient client = HttpClient.newHttpClient();

    /** Starts node-1 of the cluster "orders" with 16 shards, in mark mode. */
    TestNode(DataSource database) throws Exception {
        ShardMap shardMap = new ShardMap(16);
        NodeView view = new NodeView(
                new NodeView.Identity("orders", "node-1"),
                shardMap,
                new NodeView.Lanes(() -> shards, () -> lanes, new OldestUnsent(shardMap, System::nanoTime)),
                coordinator,
                new NodeView.Database(database, OutboxTable.DEFAULT, Optional.of(RETENTION)),
                () -> broker.get(),
                true);
        support = new DropwizardTestSupport<>(PagesOnly.class, configuration()) {
            @Override
            public Application<Configuration> newApplication() {
                return new PagesOnly(view);
            }
        };
        support.before();
    }

    private static Configuration configuration() {
        DefaultServerFactory server = new DefaultServerFactory();
        HttpConnectorFactory application = (HttpConnectorFactory) HttpConnectorFactory.application();
        HttpConnectorFactory admin = (HttpConnectorFactory) HttpConnectorFactory.admin();
        application.setPort(0);
        admin.setPort(0);
        server.setApplicationConnectors(List.of(application));
        server.setAdminConnectors(List.of(admin));
        LogbackAccessRequestLogFactory quiet = new LogbackAccessRequestLogFactory();
        quiet.setAppenders(List.of());
        server.setRequestLogFactory(quiet);
        Configuration configuration = new Configuration();
        configuration.setServerFactory(server);
        configuration.setLoggingFactory(new ExternalLoggingFactory());
        return configuration;
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + support.getAdminPort() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> json(String path) throws IOException, InterruptedException {
        return get(path, "Accept", "application/json");
    }

    @Override
    public void close() {
        support.after();
    }

    private static final class PagesOnly extends Application<Configuration> {
        private final NodeView view;

        PagesOnly(NodeView view) {
            this.view = view;
        }

        @Override
        public void run(Configuration configuration, Environment environment) {
            environment.jersey().disable();
            AdminPages.register(environment, view);
        }
    }
}
