package dev.latchkey.lab.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/** The bytes of one direction of a connection, each held back until it is due. For the link's thread. */
final class Flow {
    static final int MOST_WAITING = 1 << 20;
    private static final int CHUNK = 16 << 10;
    private static final long NEVER = Long.MAX_VALUE;

    private final SocketChannel source;
    private final SocketChannel target;
    private final Deque<Chunk> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private boolean sourceEnded;
    private boolean over;

    Flow(SocketChannel source, SocketChannel target) {
        this.source = source;
        this.target = target;
    }

    int sourceOps() {
        return mayRead() ? SelectionKey.OP_READ : 0;
    }

    int targetOps(long now) {
        return isDue(now) ? SelectionKey.OP_WRITE : 0;
    }

    private boolean mayRead() {
        return !sourceEnded && waitingBytes < MOST_WAITING;
    }

    private boolean isDue(long now) {
        Chunk first = waiting.peek();
        return first != null && first.due - now <= 0;
    }

    /** Nanoseconds until the oldest chunk gets due; the greatest number if none waits, or waits for its target only. */
    long untilReady(long now) {
        Chunk first = waiting.peek();
        return first == null || isDue(now) ? NEVER : first.due - now;
    }

    /** The end of the stream has been passed on. */
    boolean isOver() {
        return over;
    }

    void move(long now, long delayNanos) throws IOException {
        while (mayRead() && read(now + delayNanos)) {
            // Until the source has nothing more or too much waits.
        }
        write(now);
        if (sourceEnded && waiting.isEmpty() && !over) {
            over = true;
            target.shutdownOutput();
        }
    }

    private boolean read(long due) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(CHUNK);
        int count = source.read(bytes);
        if (count < 0) {
            sourceEnded = true;
        }
        if (count <= 0) {
            return false;
        }
        waiting.add(new Chunk(bytes.flip(), due));
        waitingBytes += count;
        return true;
    }

    private void write(long now) throws IOException {
        while (isDue(now)) {
            ByteBuffer bytes = waiting.element().bytes;
            waitingBytes -= target.write(bytes);
            if (bytes.hasRemaining()) {
                return;
            }
            waiting.remove();
        }
    }

    private record Chunk(ByteBuffer bytes, long due) {}
}
