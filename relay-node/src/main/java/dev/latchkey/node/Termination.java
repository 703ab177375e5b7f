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
            Signal.handle(new Signal(signal), received -> new Thread(() -> stop(server), "latchkey-stop").start());
        }
    }

    private static void stop(Server server) {
        try {
            server.stop();
            System.exit(0);
        } catch (Exception e) {
            log.error("the node could not end in order", e);
            System.exit(1);
        }
    }
}
