package dev.latchkey.outbox.postgres;

/**
 * Something about the database that keeps a node from starting.
 *
 * @param what what is missing or wrong, in words
 * @param remedy SQL that mends it; where no statement can, a SQL comment that says what to do
 */
public record SchemaProblem(String what, String remedy) {
    @Override
    public String toString() {
        return what + "\n" + remedy;
    }
}
