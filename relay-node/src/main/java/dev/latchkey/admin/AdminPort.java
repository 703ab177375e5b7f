package dev.latchkey.admin;

import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.DropwizardResourceConfig;
import io.dropwizard.jersey.errors.LoggingExceptionMapper;
import io.dropwizard.jersey.jackson.JacksonFeature;
import io.dropwizard.jersey.setup.JerseyServletContainer;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.component.LifeCycle;
import org.glassfish.jersey.servlet.ServletProperties;

/**
 * Serves resources on the admin port beside Dropwizard's own pages.
 *
 * <p>As a filter over everything, not a servlet: Jersey takes each path that it is mapped to as a root of its own, so
 * resources mapped one by one would lose their names. What isn't ours goes on to Dropwizard's servlets untouched.
 */
final class AdminPort {
    private static final String NOT_OURS = "(?s)(?!/(shards|nodes|keys|live|ready)(/|$)).*";

    /** What a percent-encoded key may hold. Jetty refuses these in case a path is matched for access control; none is here. */
    private static final UriCompliance KEYS_IN_PATHS = UriCompliance.DEFAULT.with(
            "LATCHKEY_ADMIN",
            Violation.AMBIGUOUS_PATH_SEPARATOR,
            Violation.AMBIGUOUS_PATH_ENCODING,
            Violation.AMBIGUOUS_EMPTY_SEGMENT,
            Violation.SUSPICIOUS_PATH_CHARACTERS);

    private AdminPort() {}

    static void serve(Environment environment, Object... resources) {
        DropwizardResourceConfig config = new DropwizardResourceConfig(environment.metrics());
        config.property(ServletProperties.FILTER_STATIC_CONTENT_REGEX, NOT_OURS);
        config.register(new JacksonFeature(environment.getObjectMapper()));
        config.register(new LoggingExceptionMapper<Throwable>() {});
        for (Object resource : resources) {
            config.register(resource);
        }
        environment
                .admin()
                .addFilter("latchkey-pages", new JerseyServletContainer(config))
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
        environment.getAdminContext().getServletHandler().setDecodeAmbiguousURIs(true);
        environment.lifecycle().addEventListener(new KeysInPaths());
    }

    /** The connectors exist from shortly before the server starts; the application's one stays as strict as it was. */
    private static final class KeysInPaths implements LifeCycle.Listener {
        @Override
        public void lifeCycleStarting(LifeCycle event) {
            if (event instanceof Server server) {
                for (Connector connector : server.getConnectors()) {
                    if (!"application".equals(connector.getName())) {
                        allow(connector);
                    }
                }
            }
        }

        /** Dropwizard wraps its connection factories, so they are looked for among the connector's parts. */
        private static void allow(Container connector) {
            connector
                    .getContainedBeans(HttpConnectionFactory.class)
                    .forEach(http -> http.getHttpConfiguration().setUriCompliance(KEYS_IN_PATHS));
        }
    }
}
