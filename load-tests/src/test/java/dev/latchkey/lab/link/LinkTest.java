package dev.latchkey.lab.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LinkTest {
    private static final int ANSWER_LIMIT_MILLIS = 10_000;
    private static final int SILENCE_MILLIS = 300;

    private ServerSocket server;
    private Link link;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        link = Link.to(server.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        link.close();
        server.close();
    }

    @Test
    void everyByteArrivesInOrderAndSoDoesTheEnd() throws Exception {
        byte[] sent = new byte[5_000_000];
        new Random(1).nextBytes(sent);
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            CompletableFuture<byte[]> echoed = CompletableFuture.supplyAsync(() -> echo(accepted));
            CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> readAll(client));
            client.getOutputStream().write(sent);
            client.shutdownOutput();

            assertThat(echoed.get()).isEqualTo(sent);
            assertThat(received.get()).isEqualTo(sent);
        }
    }

    @Test
    void aSlowLinkDelaysEachDirectionAndKeepsBytesInOrder() throws Exception {
        link.slow(Duration.ofMillis(150));
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            long began = System.nanoTime();
            send(client, 1, 2);
            assertThat(accepted.getInputStream().readNBytes(2)).containsExactly(1, 2);
            assertThat(millisSince(began)).isGreaterThanOrEqualTo(150);
            link.heal();
            send(client, 3);
            assertThat(accepted.getInputStream().readNBytes(1)).containsExactly(3);
            link.slow(Duration.ofMillis(150));
            long answered = System.nanoTime();
            send(accepted, 4);
            assertThat(client.getInputStream().readNBytes(1)).containsExactly(4);
            assertThat(millisSince(answered)).isGreaterThanOrEqualTo(150);
        }
    }

    @Test
    void aCutIsSilenceAndWhatWasUnderWayArrivesAfterIt() throws Exception {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            link.cut();
            send(client, 1);
            send(accepted, 2);
            assertSilent(client);
            assertSilent(accepted);
            try (Socket late = connect()) {
                assertSilent(late);
            }
            link.heal();
            assertThat(accepted.getInputStream().readNBytes(1)).containsExactly(1);
            assertThat(client.getInputStream().readNBytes(1)).containsExactly(2);
        }
    }

    @Test
    void aResetBreaksConnectionsAtBothEndsAndLetsNewOnesIn() throws Exception {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            exchange(client, accepted);
            link.reset();
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            exchange(client, accepted);
        }
    }

    @Test
    void aTargetThatIsAwayEndsTheConnectionAndNotTheLink() throws Exception {
        int port = server.getLocalPort();
        server.close();
        try (Socket client = connect()) {
            assertThatThrownBy(() -> assertThat(client.getInputStream().read()).isNotNegative())
                    .isInstanceOfAny(SocketException.class, AssertionError.class);
        }
        server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            exchange(client, accepted);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), link.port());
        socket.setSoTimeout(ANSWER_LIMIT_MILLIS);
        return socket;
    }

    private static void exchange(Socket client, Socket accepted) throws IOException {
        send(client, 7);
        assertThat(accepted.getInputStream().read()).isEqualTo(7);
    }

    private static void send(Socket socket, int... bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        for (int one : bytes) {
            out.write(one);
        }
    }

    private static void assertSilent(Socket socket) throws IOException {
        socket.setSoTimeout(SILENCE_MILLIS);
        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        socket.setSoTimeout(ANSWER_LIMIT_MILLIS);
    }

    private static byte[] echo(Socket socket) {
        byte[] all = readAll(socket);
        try {
            socket.getOutputStream().write(all);
            socket.shutdownOutput();
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] readAll(Socket socket) {
        try {
            InputStream in = socket.getInputStream();
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }
}
