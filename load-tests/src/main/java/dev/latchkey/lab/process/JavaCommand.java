package dev.latchkey.lab.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines that run Java with the runtime of this JVM. */
public final class JavaCommand {
    private JavaCommand() {}

    /** {@code java <options> -jar <jar> <arguments>}. */
    public static List<String> jar(List<String> options, Path jar, List<String> arguments) {
        List<String> tail = new ArrayList<>(List.of("-jar", jar.toAbsolutePath().toString()));
        tail.addAll(arguments);
        return java(options, tail);
    }

    /** {@code java <options> <main class> <arguments>} on the class path of this JVM. */
    public static List<String> mainClass(List<String> options, Class<?> main, List<String> arguments) {
        List<String> tail = new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        tail.addAll(arguments);
        return java(options, tail);
    }

    private static List<String> java(List<String> options, List<String> tail) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(tail);
        return List.copyOf(command);
    }
}
