package dev.latchkey.admin;

import dev.latchkey.coordination.Coordinator;
import dev.latchkey.coordination.Member;
import dev.latchkey.coordination.OwnershipListener;
import dev.latchkey.coordination.OwnershipTerm;
import dev.latchkey.coordination.SeatListener;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** A coordinator that says what a test tells it to. */
final class FakeCoordinator implements Coordinator {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    volatile List<Member> members = List.of();
    volatile Connection connection = new Connection(Connection.State.CONNECTED, START, START);

    static Member member(String id, Integer... holds) {
        return new Member(id, "http://" + id + ":8081", "1.0", START, Set.of(holds));
    }

    @Override
    public void start(OwnershipListener listener) {}

    @Override
    public void released(OwnershipTerm term) {}

    @Override
    public void contest(OwnershipTerm term) {}

    @Override
    public void contend(String name, SeatListener listener) {}

    @Override
    public List<Member> members() {
        return members;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public boolean isCertain() {
        return true;
    }

    @Override
    public boolean leave(Duration limit) {
        return true;
    }

    @Override
    public void close() {}
}
