package dev.latchkey.lab.workload;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to the database under test, a new one each time; called by several threads. */
@FunctionalInterface
public interface ConnectionSource {
    Connection open() throws SQLException;
}
