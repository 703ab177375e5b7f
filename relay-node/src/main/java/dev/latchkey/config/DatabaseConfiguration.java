package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.DurationRange;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** The database that holds the outbox, and how long to wait for it. */
@SelfValidating
public final class DatabaseConfiguration {
    /** {@code jdbc:postgresql://host:port/database}, further hosts and driver parameters allowed. */
    @JsonProperty
    @Resolved
    private String url;

    @JsonProperty
    @Resolved
    private String user;

    /** At most one of this and {@code passwordFile}; neither leaves it to the driver ({@code .pgpass}) or the server. */
    @JsonProperty
    @Resolved
    private Secret password;

    /** A mounted file that holds the password; read at each connection, so that it can be changed under a running node. */
    @JsonProperty
    private Path passwordFile;

    @JsonProperty
    @NotNull
    @DurationRange(min = 1, max = 300, unit = TimeUnit.SECONDS, message = "is ${validatedValue}; must be 1s to 300s")
    private Duration connectionTimeout = Duration.seconds(10);

    /** The server ends a statement of the relay's that takes longer. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 1,
            max = 50,
            unit = TimeUnit.SECONDS,
            message = "is ${validatedValue}; must be 1s to 50s: shorter fails reads of a long backlog, longer hides a "
                    + "server that hangs")
    private Duration statementTimeout = Duration.seconds(30);

    /** The driver gives a connection up after this long without a byte: a host that vanished sends nothing. */
    @JsonProperty
    @NotNull
    @DurationRange(
            min = 2,
            max = 55,
            unit = TimeUnit.SECONDS,
            message = "is ${validatedValue}; must be 2s to 55s: after 60s without a step a lane counts as stuck")
    private Duration socketTimeout = Duration.seconds(45);

    /** Schema of the relay's own tables. */
    @JsonProperty
    @Resolved
    private String relaySchema = "latchkey";

    /** Further pgjdbc parameters, TLS among them. */
    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @NotNull
    private Map<String, String> properties = Map.of();

    @SelfValidation
    public void rules(ViolationCollector violations) {
        SqlNames.check("relaySchema", relaySchema, violations);
        DatabaseRules.url(url, violations);
        DatabaseRules.password(password, passwordFile, violations);
        DatabaseRules.timeouts(statementTimeout, socketTimeout, violations);
        DatabaseRules.properties(properties, violations);
    }

    /**
     * What pgjdbc is to be given beside the URL: user, password, timeouts, keep-alive and the configured properties.
     *
     * @throws java.io.UncheckedIOException when the password file can't be read
     */
    public Properties driverProperties() {
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", "latchkey");
        driver.setProperty("tcpKeepAlive", "true");
        driver.putAll(properties);
        driver.setProperty("connectTimeout", seconds(connectionTimeout));
        driver.setProperty("loginTimeout", seconds(connectionTimeout));
        driver.setProperty("socketTimeout", seconds(socketTimeout));
        user().ifPresent(name -> driver.setProperty("user", name));
        password().ifPresent(secret -> driver.setProperty("password", secret.reveal()));
        return driver;
    }

    /**
     * {@link #driverProperties} for a migration: without the socket timeout, since rewriting a large table sends nothing
     * for long.
     */
    public Properties migrationProperties() {
        Properties driver = driverProperties();
        driver.setProperty("socketTimeout", "0");
        return driver;
    }

    /** pgjdbc counts in whole seconds, and takes 0 for no limit: so rounded up. */
    private static String seconds(Duration duration) {
        return Long.toString((duration.toMilliseconds() + 999) / 1000);
    }

    public String url() {
        return url;
    }

    public Optional<String> user() {
        return Optional.ofNullable(user);
    }

    /** The password, from the file where one is named, or empty where neither is given. */
    public Optional<Secret> password() {
        return passwordFile == null ? Optional.ofNullable(password) : Optional.of(SecretFile.read(passwordFile));
    }

    public Duration connectionTimeout() {
        return connectionTimeout;
    }

    public Duration statementTimeout() {
        return statementTimeout;
    }

    public Duration socketTimeout() {
        return socketTimeout;
    }

    public String relaySchema() {
        return relaySchema;
    }

    public Map<String, String> properties() {
        return Map.copyOf(properties);
    }
}
