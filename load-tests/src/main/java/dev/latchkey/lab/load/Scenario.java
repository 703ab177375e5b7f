package dev.latchkey.lab.load;

import java.io.PrintStream;
import java.sql.SQLException;

/** One measurement from start to figures. Runs on the caller's thread; what it started is gone when it returns. */
@FunctionalInterface
interface Scenario {
    /** Returns the exit status. */
    int run(PrintStream out) throws SQLException;
}
