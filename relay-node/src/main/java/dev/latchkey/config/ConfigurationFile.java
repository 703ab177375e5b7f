package dev.latchkey.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.ConfigurationSourceProvider;
import io.dropwizard.configuration.DefaultConfigurationFactoryFactory;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.FileConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Configuration;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.jersey.validation.Validators;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Reads a configuration just as a starting node does, without starting one. */
public final class ConfigurationFile {
    private ConfigurationFile() {}

    /**
     * The configuration in a file, with variables replaced and every rule checked.
     *
     * @throws RefusedConfigurationException when it can't be parsed or breaks a rule
     * @throws IOException when the file can't be read
     */
    public static RelayConfiguration load(Path file) throws IOException, RefusedConfigurationException {
        return load(new FileConfigurationSourceProvider(), file.toString());
    }

    static RelayConfiguration load(ConfigurationSourceProvider source, String path)
            throws IOException, RefusedConfigurationException {
        return load(RelayConfiguration.class, source, path);
    }

    /** The configuration of a bridge that runs alone; otherwise as {@link #load}. */
    public static BridgeAloneConfiguration loadBridge(Path file) throws IOException, RefusedConfigurationException {
        return loadBridge(new FileConfigurationSourceProvider(), file.toString());
    }

    static BridgeAloneConfiguration loadBridge(ConfigurationSourceProvider source, String path)
            throws IOException, RefusedConfigurationException {
        return load(BridgeAloneConfiguration.class, source, path);
    }

    /** Whether a file is for a bridge that runs alone: it has the bridge, and of a node not even the cluster's name. */
    public static boolean isBridgeAlone(Path file) throws IOException {
        try (InputStream in = new FileConfigurationSourceProvider().open(file.toString())) {
            JsonNode keys = new YAMLMapper().readTree(in);
            return keys.has("bridge") && !keys.has("cluster");
        } catch (JacksonException e) {
            // Loading it says what is wrong, and where.
            return false;
        }
    }

    private static <T extends Configuration> T load(Class<T> type, ConfigurationSourceProvider source, String path)
            throws IOException, RefusedConfigurationException {
        try {
            return new DefaultConfigurationFactoryFactory<T>()
                    .create(type, Validators.newValidator(), Jackson.newObjectMapper(), "dw")
                    .build(withEnvironment(source), path);
        } catch (ConfigurationException e) {
            throw new RefusedConfigurationException(path, problems(e), e);
        }
    }

    /**
     * A source in which <code>${NAME}</code> and <code>${NAME:-default}</code> are replaced from the environment. What
     * is not set stays as written: the rules refuse it where it would matter, and say which key.
     */
    public static ConfigurationSourceProvider withEnvironment(ConfigurationSourceProvider source) {
        return new SubstitutingSourceProvider(source, new EnvironmentVariableSubstitutor(false));
    }

    /** Dropwizard's own words leave out the value and the values allowed; said here where they are known. */
    private static List<String> problems(ConfigurationException refused) {
        if (refused.getCause() instanceof InvalidFormatException wrong) {
            return List.of(key(wrong) + " is '" + wrong.getValue() + "'; must be " + allowed(wrong.getTargetType()));
        }
        if (refused.getCause() instanceof InvalidTypeIdException wrong) {
            return List.of(key(wrong) + ".type is "
                    + (wrong.getTypeId() == null ? "missing" : "'" + wrong.getTypeId() + "'") + "; must be kafka");
        }
        return refused.getErrors().stream()
                .map(error -> error.strip().replaceAll("\\s*\\R\\s*", " "))
                .toList();
    }

    private static String key(JsonMappingException wrong) {
        return wrong.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                .collect(Collectors.joining("."));
    }

    private static String allowed(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants()).map(Object::toString).collect(Collectors.joining(" or "));
        }
        return "of type " + type.getSimpleName();
    }
}
