package dev.latchkey.lab.demo;

import java.io.IOException;

/** Tells whether a person looks at our standard output. */
public final class Terminal {
    private Terminal() {}

    /** From Java 22 on a console exists without a terminal too, so the shell is asked about our standard output. */
    public static boolean isOurs() {
        String kind = System.getenv("TERM");
        if (System.console() == null || kind == null || "dumb".equals(kind)) {
            return false;
        }
        try {
            return new ProcessBuilder("sh", "-c", "test -t 1")
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
