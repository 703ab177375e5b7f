package dev.latchkey.lab.server.embedded;

import dev.latchkey.lab.server.PostgresSettings;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * Finds the server's binaries on the class path.
 *
 * <p>The packages of all versions hold them under one name, so only one version can stand on the class path as it is: the
 * default one. The build puts version 18 into this module's jar under a folder of its own.
 *
 * <p>A record, because the unpacked binaries are cached by the resolver's equality.
 *
 * @param folder the folder on the class path, empty or ending in a slash
 */
record PostgresBinaries(String folder) implements PgBinaryResolver {
    static PostgresBinaries of(PostgresSettings.Version version) {
        return new PostgresBinaries(
                switch (version) {
                    case V15 -> "";
                    case V18 -> "dev/latchkey/lab/postgres-18/";
                });
    }

    @Override
    public InputStream getPgBinary(String system, String architecture) throws IOException {
        String name = "%spostgres-%s-%s.txz".formatted(folder, system.toLowerCase(Locale.ROOT), cpu(architecture));
        InputStream binaries = PostgresBinaries.class.getClassLoader().getResourceAsStream(name);
        if (binaries == null) {
            throw new FileNotFoundException(name + " is not on the class path");
        }
        return binaries;
    }

    private static String cpu(String architecture) {
        return switch (architecture) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> architecture;
        };
    }
}
