package dev.latchkey.coordination;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator on ZooKeeper: member nodes say who is there and what they hold, the assignment says who should hold what,
 * and a Curator leader latch a shard says who does.
 *
 * <p>Curator's and ZooKeeper's callbacks only queue a task; all logic runs on the event loop's thread. A <em>pass</em>
 * compares members with the assignment and joins or leaves queues; <em>settling</em> a shard reads its latch's queue.
 */
final class CuratorCoordinator implements Coordinator {
    private static final Logger log = LoggerFactory.getLogger(CuratorCoordinator.class);

    /** How often everything is read anew, in case a watch was missed or an operator's hand was at work. */
    private static final Duration CHECK = Duration.ofSeconds(5);

    /** How soon a shard whose fate is open, and a pass that failed, are looked at again. */
    private static final Duration RETRY = Duration.ofMillis(200);

    /** How long a node that leaves waits for somebody to queue up for a shard before it drains it all the same. */
    private static final Duration SUCCESSOR_WAIT = Duration.ofSeconds(1);

    private final CoordinationSettings settings;
    private final String id;
    private final Clock clock;
    private final EventLoop loop;

    /** Tests end its session. */
    final Ensemble ensemble;

    private final Membership membership;
    private final Grace grace;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletableFuture<Boolean> left = new CompletableFuture<>();

    // Written by the loop's thread; close reads the latches once the loop has ended or overran its limit.
    private final ConcurrentMap<Integer, ShardLatch> latches = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, SingleSeat> seats = new ConcurrentHashMap<>();
    private volatile List<Member> members = List.of();

    // The loop's thread only.
    private final Map<Integer, Long> lastTerms = new TreeMap<>();
    private Map<Integer, String> owners = Map.of();
    private Set<Integer> published = Set.of();
    private Instant departing;
    private boolean leaving;
    private boolean troubled;
    private OwnershipListener listener;

    CuratorCoordinator(CoordinationSettings settings, OwnershipRecord record, Clock clock) {
        this.settings = settings;
        this.id = settings.self().id();
        this.clock = clock;
        this.loop = new EventLoop("latchkey-coordination-" + id, this::failed);
        this.ensemble = new Ensemble(settings, clock, state -> loop.run(() -> connectionBecame(state)));
        this.membership = new Membership(ensemble, settings, this::requestPass);
        this.grace = new Grace(settings, record, clock);
    }

    @Override
    public void start(OwnershipListener listener) {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException(id + " was started before");
        }
        loop.run(() -> {
            this.listener = listener;
            ensemble.open();
        });
        loop.every(settings.sessionTimeout().dividedBy(3), ensemble::heartbeat);
        loop.every(CHECK, this::check);
    }

    @Override
    public void released(OwnershipTerm term) {
        loop.run(() -> withLatch(term.shard(), latch -> latch.released(term)));
    }

    @Override
    public void contest(OwnershipTerm term) {
        loop.run(() -> withLatch(term.shard(), latch -> latch.contest(term)));
    }

    @Override
    public void contend(String name, SeatListener listener) {
        if (started.get()) {
            throw new IllegalStateException("seat " + name + ": to be asked for before the start");
        }
        LatchSeat seat = new LatchSeat(ensemble, settings.path() + "/seats/" + name, id, () -> requestSeat(name));
        seats.put(name, new SingleSeat(name, seat, listener, clock));
    }

    @Override
    public List<Member> members() {
        return members;
    }

    @Override
    public Connection connection() {
        return ensemble.connection();
    }

    @Override
    public boolean isCertain() {
        return ensemble.isCertain();
    }

    @Override
    public boolean leave(Duration limit) throws InterruptedException {
        if (!started.get()) {
            return true;
        }
        loop.run(this::beginToLeave);
        try {
            return left.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            log.warn("{} leaving: shards {} not released within {}", id, holds(), limit);
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            loop.close();
            latches.values().forEach(latch -> latch.close("coordinator closed"));
            seats.values().forEach(seat -> seat.close("coordinator closed"));
            ensemble.close();
            left.complete(false);
            log.info("{} coordination closed", id);
        }
    }

    private void beginToLeave() throws Exception {
        if (!leaving) {
            leaving = true;
            departing = clock.instant();
            log.info("{} leaving the cluster, holds shards {}", id, holds());
            seats.values().forEach(seat -> seat.close("leaving"));
            seats.clear();
            loop.later("departure", SUCCESSOR_WAIT, this::pass);
        }
        pass();
    }

    private void connectionBecame(Connection.State state) throws Exception {
        if (state == Connection.State.CONNECTED) {
            ensemble.heartbeat();
            check();
        } else {
            latches.values().forEach(latch -> latch.doubt("ZooKeeper connection " + state));
            seats.values().forEach(seat -> seat.doubt("ZooKeeper connection " + state));
        }
    }

    private void check() {
        requestPass();
        latches.keySet().forEach(this::requestSettling);
        seats.keySet().forEach(this::requestSeat);
    }

    private void requestPass() {
        loop.once("pass", this::pass);
    }

    private void requestSettling(int shard) {
        loop.once(shard, () -> settle(shard));
    }

    private void requestSeat(String name) {
        loop.once(name, () -> settleSeat(name));
    }

    private void settleSeat(String name) throws Exception {
        SingleSeat seat = seats.get(name);
        if (seat != null && ensemble.connected()) {
            seat.settle();
            if (seat.unresolved()) {
                loop.later(name, RETRY, () -> settleSeat(name));
            }
        }
    }

    private void pass() throws Exception {
        if (!ensemble.connected()) {
            departUnseen();
            return;
        }
        if (ensemble.noteSession()) {
            grace.begin();
        }
        takeStanding();
        readMembers();
        IntPredicate takeable = takeable();
        for (int shard = 0; shard < settings.shards(); shard++) {
            follow(shard, takeable);
        }
        if (!grace.over()) {
            loop.later("grace", grace.left().plusMillis(1), this::pass);
        }
        troubled = false;
        noteDeparture();
    }

    /** Keeps our member node, or, when we leave, keeps it away. */
    private void takeStanding() throws Exception {
        Set<Integer> holds = holds();
        if (leaving) {
            membership.leave();
            published = holds;
            return;
        }
        switch (membership.join(holds)) {
            case MEMBER -> departing = null;
            case RESTORED -> {
                departing = null;
                grace.begin();
            }
            case REFUSED -> departWithoutMembership();
        }
        published = holds;
    }

    /** Our id is another's: nobody sees what we hold, so it has to go, as when we leave. */
    private void departWithoutMembership() {
        if (departing == null) {
            departing = clock.instant();
            loop.later("departure", SUCCESSOR_WAIT, this::pass);
        }
    }

    /** For ourselves what we hold counts, not what we last published. */
    private void readMembers() throws Exception {
        List<Member> seen = membership.read();
        grace.saw(seen.stream().map(Member::id).collect(Collectors.toSet()));
        members = List.copyOf(seen);
        Map<String, Set<Integer>> holds = new TreeMap<>();
        seen.forEach(member -> holds.put(member.id(), member.holds()));
        if (departing == null) {
            holds.put(id, holds());
        }
        owners = Assignment.of(holds, settings.shards());
    }

    /** The record may be slow to answer; it is read only when there is something to take. */
    private IntPredicate takeable() {
        boolean wanted = owners.entrySet().stream()
                .anyMatch(entry -> isOurs(entry.getKey()) && !latches.containsKey(entry.getKey()));
        return wanted ? grace.takeable(members) : shard -> false;
    }

    private boolean isOurs(int shard) {
        return departing == null && id.equals(owners.get(shard));
    }

    private void follow(int shard, IntPredicate takeable) throws Exception {
        ShardLatch latch = latches.get(shard);
        boolean ours = isOurs(shard);
        if (latch == null) {
            if (ours && takeable.test(shard)) {
                join(shard);
            }
        } else if (!ours && latch.state() == ShardLatch.State.QUEUED) {
            latch.close("assigned to " + owners.get(shard));
            latches.remove(shard);
        } else if (!ours) {
            settle(shard);
        }
    }

    private void join(int shard) throws Exception {
        String path = settings.path() + "/shards/" + shard;
        LatchSeat seat = new LatchSeat(ensemble, path, id, () -> requestSettling(shard));
        ShardLatch latch = new ShardLatch(shard, id, seat, listener, clock, czxid -> nextTerm(shard, czxid));
        latches.put(shard, latch);
        latch.join();
    }

    /** Transaction numbers grow within an ensemble's life and start again with an empty one; our terms never repeat. */
    private long nextTerm(int shard, long czxid) {
        return lastTerms.merge(shard, czxid, (last, now) -> Math.max(last + 1, now));
    }

    private void settle(int shard) throws Exception {
        if (ensemble.connected()) {
            withLatch(shard, latch -> latch.settle(successor(shard)));
        }
    }

    /** Decides whether a shard that we hold may go, given who else waits in its queue. */
    private Predicate<List<String>> successor(int shard) {
        if (departing != null) {
            boolean overdue = !clock.instant().isBefore(departing.plus(SUCCESSOR_WAIT));
            boolean alone = members.stream().allMatch(member -> member.id().equals(id));
            return waiting -> !waiting.isEmpty() || alone || overdue;
        }
        String owner = owners.get(shard);
        return waiting -> owner != null && !owner.equals(id) && waiting.contains(owner);
    }

    /** Out of contact nobody can queue up, so a node that leaves waits its second and drains. */
    private void departUnseen() {
        if (leaving && !clock.instant().isBefore(departing.plus(SUCCESSOR_WAIT))) {
            latches.values().forEach(ShardLatch::leaveUnseen);
        }
        noteDeparture();
    }

    /** What is done with a latch. */
    @FunctionalInterface
    private interface LatchStep {
        void apply(ShardLatch latch) throws Exception;
    }

    private void withLatch(int shard, LatchStep step) throws Exception {
        ShardLatch latch = latches.get(shard);
        if (latch == null) {
            return;
        }
        try {
            step.apply(latch);
        } finally {
            afterStep(shard, latch);
        }
    }

    private void afterStep(int shard, ShardLatch latch) {
        if (latch.state() == ShardLatch.State.CLOSED) {
            latches.remove(shard, latch);
        }
        if (latch.unresolved() && ensemble.connected()) {
            loop.later(shard, RETRY, () -> settle(shard));
        }
        if (!Objects.equals(published, holds())) {
            requestPass();
        }
        noteDeparture();
    }

    private void noteDeparture() {
        if (leaving && holds().isEmpty()) {
            left.complete(true);
        }
    }

    private Set<Integer> holds() {
        Set<Integer> holds = new TreeSet<>();
        latches.forEach((shard, latch) -> {
            if (latch.held()) {
                holds.add(shard);
            }
        });
        return holds;
    }

    private void failed(Exception e) {
        if (Ensemble.isLossOfContact(e)) {
            log.debug("{} lost contact during a request: {}", id, e.toString());
        } else if (!troubled) {
            troubled = true;
            log.warn("{} coordination failed, trying again: {}", id, e.toString(), e);
        }
        loop.later("retry", RETRY, this::check);
    }
}
