package dev.latchkey.lab.fault;

import dev.latchkey.lab.server.ServerFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Says statements to the database by a way that no fault lies on, each in a transaction of its own. */
final class Superuser {
    private Superuser() {}

    static void run(World world, String... statements) {
        try (Connection connection = world.postgres().connect("postgres");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new ServerFailure("the database refused the fault's statements: " + e.getMessage(), e);
        }
    }
}
