package dev.latchkey.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void padsColumnsToTheirWidestCell() {
        TextTable table = new TextTable("A", "LONGER", "C").row(1, "x", "y").row(1000, null, "");

        assertThat(table).hasToString("""
                A     LONGER  C
                1     x       y
                1000  -       -
                """);
    }

    @Test
    void aCellCanNotFakeARow() {
        TextTable table = new TextTable("ERROR").row("bad\n0  node-1\u001b[2J");

        assertThat(table).hasToString("ERROR\nbad 0  node-1 [2J\n");
    }
}
