package dev.latchkey.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;

/** Free TCP ports on 127.0.0.1; never the same one twice in a JVM. Thread-safe. */
public final class FreePorts {
    private static final int ATTEMPTS = 100;
    private static final Set<Integer> GIVEN = new HashSet<>();

    private FreePorts() {}

    /** A port that nothing listens on now; another program may still take it before the caller binds it. */
    public static synchronized int next() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ephemeral();
            if (GIVEN.add(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port after " + ATTEMPTS + " attempts");
    }

    private static int ephemeral() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
