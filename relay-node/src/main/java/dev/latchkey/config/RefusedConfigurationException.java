package dev.latchkey.config;

import java.nio.file.Path;
import java.util.List;

/** A configuration that a node won't start with. The message is one line; {@link #problems} has one line a problem. */
public final class RefusedConfigurationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    RefusedConfigurationException(String path, List<String> problems, Throwable cause) {
        super(Path.of(path).getFileName() + ": " + String.join("; ", problems), cause);
        this.problems = List.copyOf(problems);
    }

    /** Each names the key, the value (unless it is a secret), the rule and what to do. Not empty. */
    public List<String> problems() {
        return problems;
    }
}
