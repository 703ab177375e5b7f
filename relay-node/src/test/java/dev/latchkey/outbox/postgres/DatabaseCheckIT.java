package dev.latchkey.outbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.PostgresSettings;
import dev.latchkey.lab.server.Servers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DatabaseCheckIT {
    @Test
    void tellsWritableFromReadOnlyFromAway() throws Exception {
        try (PostgresServer server = Servers.embedded().postgres(PostgresSettings.defaults())) {
            server.start();
            RelayTables tables = RelayTables.create(server, SettleMode.DELETE, 1);
            DatabaseCheck check = new DatabaseCheck(tables.dataSource(), Duration.ofSeconds(3));

            assertThat(check.get()).isEmpty();

            tables.run("alter system set default_transaction_read_only = on");
            tables.run("select pg_reload_conf()");
            server.restart();
            assertThat(check.get())
                    .hasValueSatisfying(problem -> assertThat(problem).contains("read-only"));

            server.stop();
            assertThat(check.get())
                    .hasValueSatisfying(problem -> assertThat(problem).contains("doesn't answer"));
        }
    }
}
