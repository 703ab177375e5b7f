package dev.latchkey.lab.link;

import java.util.Locale;

/** What lies at the far end of a node's links. */
public enum Far {
    DATABASE,
    BROKER,
    ENSEMBLE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
