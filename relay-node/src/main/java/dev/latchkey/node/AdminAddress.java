package dev.latchkey.node;

import dev.latchkey.config.RelayConfiguration;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.server.ServerFactory;
import io.dropwizard.core.server.SimpleServerFactory;
import io.dropwizard.jetty.ConnectorFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import io.dropwizard.jetty.HttpsConnectorFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Where others reach this node's admin port: as configured, else derived from the admin connector. */
final class AdminAddress {
    private AdminAddress() {}

    static String of(RelayConfiguration configuration) {
        return configuration.node().adminAddress().orElseGet(() -> of(configuration.getServerFactory()));
    }

    private static String of(ServerFactory server) {
        if (server instanceof DefaultServerFactory both
                && !both.getAdminConnectors().isEmpty()) {
            return of(both.getAdminConnectors().get(0));
        }
        return server instanceof SimpleServerFactory simple
                ? of(simple.getConnector()) + simple.getAdminContextPath()
                : "";
    }

    private static String of(ConnectorFactory connector) {
        if (!(connector instanceof HttpConnectorFactory http)) {
            return "";
        }
        String scheme = connector instanceof HttpsConnectorFactory ? "https" : "http";
        String bound = http.getBindHost();
        String host = bound == null || bound.equals("0.0.0.0") ? hostName() : bound;
        return scheme + "://" + host + ":" + http.getPort();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
