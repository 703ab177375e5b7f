package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How RabbitMQ is reached. */
@SelfValidating
public class RabbitMqConfiguration {
    @JsonProperty
    @NotBlank(message = "is missing; give the brokers as host:port,host:port")
    @Resolved
    private String addresses;

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @NotNull
    @Resolved
    private String virtualHost = "/";

    @JsonProperty
    @JsonSetter(nulls = Nulls.SKIP)
    @NotNull
    @Resolved
    private String username = "guest";

    @JsonProperty
    @Resolved
    private Secret password;

    /** A mounted file that holds the password; read at each connection, so that it may change. */
    @JsonProperty
    private Path passwordFile;

    /** Whether the connections are encrypted, and the broker's certificate and host name checked. */
    @JsonProperty
    private boolean tls;

    /** A mounted file of the certificates, in PEM, that the broker's may be signed by; else those that Java trusts. */
    @JsonProperty
    private Path caFile;

    @SelfValidation
    public void brokerRules(ViolationCollector violations) {
        DatabaseRules.password(password, passwordFile, violations);
        if (caFile != null && !Files.isReadable(caFile)) {
            violations.addViolation("caFile", "is '" + caFile + "', which can't be read; mount it, or correct it");
        } else if (caFile != null && !tls) {
            violations.addViolation("caFile", "is '" + caFile + "', but tls is false; set tls: true, or remove it");
        }
    }

    public String addresses() {
        return addresses;
    }

    public String virtualHost() {
        return virtualHost;
    }

    public String username() {
        return username;
    }

    /** The password, from the file where one is named; {@code guest} where neither is given. */
    public Secret password() {
        if (passwordFile != null) {
            return SecretFile.read(passwordFile);
        }
        return password == null ? new Secret("guest") : password;
    }

    public boolean tls() {
        return tls;
    }

    public Optional<Path> caFile() {
        return Optional.ofNullable(caFile);
    }
}
