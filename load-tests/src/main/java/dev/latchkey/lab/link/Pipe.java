package dev.latchkey.lab.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection through a link: the client's end, the server's end, and a flow in each direction. For the link's thread. */
final class Pipe {
    private static final Logger LOG = LoggerFactory.getLogger(Pipe.class);
    private static final long NEVER = Long.MAX_VALUE;

    private final SocketChannel client;
    private final SocketChannel server;
    private final Selector selector;
    private final Consumer<Pipe> onEnd;
    private final Flow up;
    private final Flow down;

    private Pipe(SocketChannel client, SocketChannel server, Selector selector, Consumer<Pipe> onEnd) {
        this.client = client;
        this.server = server;
        this.selector = selector;
        this.onEnd = onEnd;
        this.up = new Flow(client, server);
        this.down = new Flow(server, client);
    }

    /** @param onEnd called once both ends are closed */
    static Pipe from(SocketChannel client, Selector selector, Consumer<Pipe> onEnd) throws IOException {
        SocketChannel server = SocketChannel.open();
        Pipe pipe = new Pipe(client, server, selector, onEnd);
        for (SocketChannel end : new SocketChannel[] {client, server}) {
            end.configureBlocking(false);
            end.setOption(StandardSocketOptions.TCP_NODELAY, true);
            end.register(selector, 0, pipe);
        }
        return pipe;
    }

    /** Sets out to connect to the target; if that refuses, now or later, the client's end is broken off. */
    void connect(InetSocketAddress target) {
        try {
            server.connect(target);
        } catch (IOException e) {
            broke(e);
        }
    }

    void connectIfPending() {
        try {
            if (server.isConnectionPending()) {
                server.finishConnect();
            }
        } catch (IOException e) {
            broke(e);
        }
    }

    /** Tells the selector what it waits for. Returns the nanoseconds until something that waits inside gets due. */
    long prepare(long now) {
        if (!server.isOpen() || !client.isOpen()) {
            return NEVER;
        }
        if (!server.isConnected()) {
            client.keyFor(selector).interestOps(0);
            server.keyFor(selector).interestOps(SelectionKey.OP_CONNECT);
            return NEVER;
        }
        client.keyFor(selector).interestOps(up.sourceOps() | down.targetOps(now));
        server.keyFor(selector).interestOps(down.sourceOps() | up.targetOps(now));
        return Math.min(up.untilReady(now), down.untilReady(now));
    }

    /** Moves what can be moved, in both directions. */
    void move(long now, long delayNanos) {
        if (!server.isConnected()) {
            return;
        }
        try {
            up.move(now, delayNanos);
            down.move(now, delayNanos);
            if (up.isOver() && down.isOver()) {
                end();
            }
        } catch (IOException e) {
            broke(e);
        }
    }

    private void broke(IOException e) {
        LOG.debug("a connection through a link broke", e);
        abort();
    }

    /** Both ends see a reset, not an end of the stream. */
    void abort() {
        for (SocketChannel end : new SocketChannel[] {client, server}) {
            try {
                end.setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException e) {
                LOG.debug("an end of a link is closed already", e);
            }
        }
        end();
    }

    private void end() {
        for (SocketChannel end : new SocketChannel[] {client, server}) {
            try {
                end.close();
            } catch (IOException e) {
                LOG.debug("closing an end of a link failed", e);
            }
        }
        onEnd.accept(this);
    }
}
