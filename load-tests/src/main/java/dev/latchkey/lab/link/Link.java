package dev.latchkey.lab.link;

import dev.latchkey.lab.server.ServerFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A port of 127.0.0.1 that leads to another one, and can be slowed, cut and reset.
 *
 * <p>The orders return when they are in force. Thread-safe. What waits inside is bounded: {@link Flow#MOST_WAITING} bytes a
 * direction of a connection, beyond which the sender is held back as by a slow receiver.
 */
public final class Link implements AutoCloseable {
    private static final int PENDING_CONNECTIONS = 1_024;
    private static final long ORDER_LIMIT_SECONDS = 10;

    private final InetSocketAddress target;
    private final Selector selector;
    private final ServerSocketChannel door;
    private final Queue<FutureTask<Void>> orders = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private final int port;

    /** The fields from here on belong to the thread. */
    private final Set<Pipe> pipes = new LinkedHashSet<>();

    private long delayNanos;
    private boolean cut;
    private boolean closed;

    private Link(InetSocketAddress target) throws IOException {
        this.target = target;
        this.selector = Selector.open();
        this.door = ServerSocketChannel.open();
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), PENDING_CONNECTIONS);
        door.configureBlocking(false);
        door.register(selector, SelectionKey.OP_ACCEPT);
        this.port = ((InetSocketAddress) door.getLocalAddress()).getPort();
        this.thread = new Thread(this::run, "lab-link-" + port);
        thread.setDaemon(true);
    }

    /** Opens a link to a port of 127.0.0.1, where nothing needs to listen yet; it is whole, and gone with {@link #close()}. */
    public static Link to(int targetPort) {
        try {
            Link link = new Link(new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort));
            link.thread.start();
            return link;
        } catch (IOException e) {
            throw new UncheckedIOException("no link to port " + targetPort, e);
        }
    }

    public int port() {
        return port;
    }

    /** Bytes take this much longer, in each direction; bandwidth is not limited but by what may wait inside. */
    public void slow(Duration delay) {
        order(() -> delayNanos = delay.toNanos());
    }

    /**
     * Nothing passes any more, in silence: connections stay open, new ones are accepted and hear nothing. As with a real
     * network, what was under way arrives after {@link #heal()}, where the ends still wait for it.
     */
    public void cut() {
        order(() -> cut = true);
    }

    /** Breaks every connection at both ends; new ones are possible. */
    public void reset() {
        order(() -> List.copyOf(pipes).forEach(Pipe::abort));
    }

    /** Takes back {@link #slow} and {@link #cut}. */
    public void heal() {
        order(() -> {
            delayNanos = 0;
            cut = false;
        });
    }

    @Override
    public void close() {
        if (!thread.isAlive()) {
            return;
        }
        order(() -> closed = true);
    }

    private void order(Runnable change) {
        FutureTask<Void> order = new FutureTask<>(change, null);
        orders.add(order);
        selector.wakeup();
        try {
            order.get(ORDER_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new ServerFailure("the link to " + target + " did not obey", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerFailure("interrupted while ordering the link to " + target, e);
        }
    }

    private void run() {
        try (selector;
                door) {
            while (!closed) {
                round();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the link to " + target + " failed", e);
        } finally {
            List.copyOf(pipes).forEach(Pipe::abort);
        }
    }

    private void round() throws IOException {
        long now = System.nanoTime();
        if (cut) {
            // Not even looked at: what is ready would end a select at once, and the loop would spin.
            selector.keys().forEach(key -> key.interestOps(0));
            selector.select();
        } else {
            long untilDue =
                    pipes.stream().mapToLong(pipe -> pipe.prepare(now)).min().orElse(Long.MAX_VALUE);
            door.keyFor(selector).interestOps(SelectionKey.OP_ACCEPT);
            selectFor(untilDue);
        }
        for (FutureTask<Void> order = orders.poll(); order != null; order = orders.poll()) {
            order.run();
        }
        Set<SelectionKey> selected = selector.selectedKeys();
        List<SelectionKey> ready = new ArrayList<>(selected);
        selected.clear();
        if (!cut && !closed) {
            serve(ready);
        }
    }

    /** A whole millisecond at least: a shorter rest would be rounded to none, and none means for ever. */
    private void selectFor(long nanos) throws IOException {
        if (nanos == Long.MAX_VALUE) {
            selector.select();
        } else {
            selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        }
    }

    private void serve(List<SelectionKey> ready) throws IOException {
        for (SelectionKey key : ready) {
            if (key.isValid() && key.isAcceptable()) {
                accept();
            } else if (key.attachment() instanceof Pipe pipe) {
                pipe.connectIfPending();
            }
        }
        long now = System.nanoTime();
        List.copyOf(pipes).forEach(pipe -> pipe.move(now, delayNanos));
    }

    private void accept() throws IOException {
        for (SocketChannel client = door.accept(); client != null; client = door.accept()) {
            Pipe pipe = Pipe.from(client, selector, pipes::remove);
            pipes.add(pipe);
            pipe.connect(target);
        }
    }
}
