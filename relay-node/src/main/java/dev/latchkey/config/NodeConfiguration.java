package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** Who this node is to its peers. */
public final class NodeConfiguration {
    /** Unique in the cluster; shown as the owner of shards. Defaults to the host's name. */
    @JsonProperty
    @NotNull
    @Pattern(
            regexp = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}",
            message =
                    "is '${validatedValue}'; must be 1 to 100 of the characters A-Z a-z 0-9 . _ - and begin with a letter or digit "
                            + "(if it shows a variable, that variable is not set in the environment)")
    private String id = hostName();

    /** Where peers and people reach this node's admin port; by default derived from the admin connector. */
    @JsonProperty
    @Resolved
    @Pattern(
            regexp = "https?://[^/?#\\s]+",
            message = "is '${validatedValue}'; must be a URL of scheme, host and port, as in http://node-1:8081")
    private String adminAddress;

    public String id() {
        return id;
    }

    public Optional<String> adminAddress() {
        return Optional.ofNullable(adminAddress);
    }

    private static String hostName() {
        String fromEnvironment = System.getenv("HOSTNAME");
        if (fromEnvironment != null && !fromEnvironment.isBlank()) {
            return fromEnvironment;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A host that can't name itself must be told its name: the rule on null says so.
            return null;
        }
    }
}
