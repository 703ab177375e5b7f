package dev.latchkey.node;

import com.codahale.metrics.MetricRegistry;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import dev.latchkey.config.DatabaseConfiguration;
import dev.latchkey.config.Secret;
import dev.latchkey.outbox.postgres.PostgresOutboxes;
import java.time.Duration;

/**
 * The node's two connection pools: one connection a lane, so that nothing can starve a lane of its own, and a few for
 * everything else.
 */
record Databases(HikariDataSource lanes, HikariDataSource admin) implements AutoCloseable {
    private static final int ADMIN_CONNECTIONS = 3;

    /** Opens both pools; fails when the database can't be reached within the connection time-out. */
    static Databases open(DatabaseConfiguration configuration, int lanes, MetricRegistry metrics) {
        HikariDataSource admin = pool("latchkey-admin", configuration, ADMIN_CONNECTIONS, "", metrics);
        try {
            String settings = PostgresOutboxes.SESSION_SETTINGS;
            return new Databases(pool("latchkey-lanes", configuration, lanes, settings, metrics), admin);
        } catch (RuntimeException e) {
            admin.close();
            throw e;
        }
    }

    static HikariDataSource pool(
            String name, DatabaseConfiguration configuration, int size, String settings, MetricRegistry metrics) {
        HikariConfig pool = new HikariConfig();
        pool.setPoolName(name);
        pool.setJdbcUrl(configuration.url());
        pool.setDataSourceProperties(configuration.driverProperties());
        pool.setCredentialsProvider(() -> credentials(configuration));
        pool.setMaximumPoolSize(size);
        pool.setMinimumIdle(1);
        pool.setConnectionTimeout(configuration.connectionTimeout().toMilliseconds());
        pool.setConnectionInitSql("set statement_timeout = " + statementTimeout(configuration) + "; " + settings);
        pool.setKeepaliveTime(Duration.ofMinutes(2).toMillis());
        pool.setMetricRegistry(metrics);
        return new HikariDataSource(pool);
    }

    /** Asked for at each new connection: a password file may change under a running node. */
    private static Credentials credentials(DatabaseConfiguration configuration) {
        return Credentials.of(
                configuration.user().orElse(null),
                configuration.password().map(Secret::reveal).orElse(null));
    }

    private static long statementTimeout(DatabaseConfiguration configuration) {
        return configuration.statementTimeout().toMilliseconds();
    }

    @Override
    public void close() {
        lanes.close();
        admin.close();
    }
}
