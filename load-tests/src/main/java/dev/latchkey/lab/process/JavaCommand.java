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
        return mainClass(options, System.getProperty("java.class.path"), main.getName(), arguments);
    }

    /** {@code java <options> <main class> <arguments>} on a class path of its own. */
    public static List<String> mainClass(List<String> options, String classPath, String main, List<String> arguments) {
        List<String> tail = new ArrayList<>(List.of("-cp", classPath, main));
        tail.addAll(arguments);
        return java(options, tail);
    }

    /**
     * The options for a process that may be killed: what its libraries unpack, and would remove at an orderly end, goes with
     * the folder.
     */
    public static List<String> withTemporaryFilesIn(Path folder, List<String> options) {
        List<String> more = new ArrayList<>(options);
        more.add("-Djava.io.tmpdir=" + folder.toAbsolutePath());
        return more;
    }

    private static List<String> java(List<String> options, List<String> tail) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(tail);
        return List.copyOf(command);
    }
}
