package dev.latchkey.node;

import org.eclipse.jetty.server.Server;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;

/**
 * Makes SIGTERM end the node in order and with exit status 0. Left to the JVM, the status would be 143, which an
 * orchestrator can't tell from a node that didn't get its work done.
 */
final class Termination {
    private static final Logger log = LoggerFactory.getLogger(Termination.class);

    private Termination() {}

    static void endsInOrder(Server server) {
        server.setStopAtShutdown(false);
        for (String signal : new String[] {"TERM", "INT"}) {
            Signal.handle(new Signal(signal), received -> start(() -> stop(server, 0)));
        }
    }

    /** Ends the process in order, as far as it came, and with exit status 1. Returns at once. */
    static void endsFailed(Server server) {
        start(() -> stop(server, 1));
    }

    private static void start(Runnable end) {
        new Thread(end, "latchkey-stop").start();
    }

    private static void stop(Server server, int status) {
        try {
            if (server != null) {
                server.stop();
            }
            System.exit(status);
        } catch (Exception e) {
            log.error("the node could not end in order", e);
            System.exit(1);
        }
    }
}
