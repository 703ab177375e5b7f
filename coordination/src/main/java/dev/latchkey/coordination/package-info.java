/**
 * Which node should own which shard.
 *
 * <h2>What decides</h2>
 *
 * <p>Every node has an ephemeral <em>member node</em> in ZooKeeper that says what it holds. From the members each node
 * computes the same {@linkplain dev.latchkey.coordination.Assignment assignment}, and queues in the leader latch of each
 * shard that is assigned to it. The first in a latch's queue is the owner. A holder whose shard is assigned to another
 * drains it once that member waits in the queue, and then leaves the queue: the shard is never without somebody in line.
 *
 * <p>The assignment is advice; only the latch's queue decides. Two nodes that see the members differently for a moment
 * queue for the same shard, one behind the other, and the one that shouldn't leaves.
 *
 * <h2>What a latch is worth</h2>
 *
 * <p>A latch is a belief. A process that is stopped for longer than its session goes on believing until it runs again and
 * hears from ZooKeeper, and its last request may reach the database or the broker after the next owner's first. No check
 * of the latch, however late, closes that window; it only makes it smaller. So nothing may depend on the latch for
 * correctness. The fences are where the effects are, and the relay node sets them:
 *
 * <ul>
 *   <li>in the database: the lane's row, marked as fenced by whoever takes its shards over. The lane's settle checks it in
 *       its own transaction;
 *   <li>in Kafka: the lane's transactional producer, fenced by {@code Admin.fenceProducers} before the new owner reads.
 * </ul>
 *
 * <p>A sink without a fence must stop on its own. It may publish only while {@link
 * dev.latchkey.coordination.Coordinator#connection} says CONNECTED, and only within a window after {@code lastContact}
 * that is shorter than the session timeout. A duplicate remains possible, and no setting excludes it.
 *
 * <h2>What local time may be used for</h2>
 *
 * <p>To wait (the grace, the wait for a successor, retries), to show ({@link
 * dev.latchkey.coordination.OwnershipTerm#since}), and to stop early (the window above). Never to conclude that somebody
 * else has stopped: that a session has ended is ZooKeeper's word alone. {@code lastContact} is the time at which the
 * answered request was <em>sent</em>, because the session was alive at some moment after that and not necessarily when the
 * answer was read.
 *
 * <h2>What happens at each failure</h2>
 *
 * <dl>
 *   <dt>The connection is lost ({@code SUSPENDED})
 *   <dd>Each held shard is uncertain, and the listener is told so at once. The shards are kept: the node goes on under its
 *       fence, or pauses, as the relay is configured. Nothing is read from ZooKeeper meanwhile and nothing is joined.
 *   <dt>The connection is back, with the same session
 *   <dd>The latch nodes were there all the time, so nobody came first. Each queue is read anew, and the same term
 *       is confirmed.
 *   <dt>The session is lost ({@code LOST}), and a new one begins
 *   <dd>The member node is created anew, or takes the place of the old session's in one transaction, so that the others
 *       never see this node gone if they don't have to. The latches queue again. If nobody else has taken the shard it is
 *       confirmed, under a new term; otherwise it is lost.
 *   <dt>All of ZooKeeper is away, and comes back
 *   <dd>Members come back one by one, and the first sees nobody. While its own session is younger than the <em>grace</em> a
 *       node takes only what no other member holds and what the record of the fence calls free, its own, or held by a
 *       member that it has seen alive in this session and then vanish. So the return of ZooKeeper moves nothing.
 *   <dt>The ensemble comes back empty
 *   <dd>The same. ZooKeeper refuses the old sessions, new ones begin, and paths, member nodes and latches are created when
 *       they are missing. Each member says what it holds, so the assignment starts from the real owners. A member node that
 *       is gone under a living session tells that the data was wiped; that starts the grace again.
 *   <dt>A member vanishes while our session is stable
 *   <dd>It is dead, or its session is. Its shards are taken at once.
 *   <dt>A process is paused for longer than its session
 *   <dd>Others take its shards and fence its lanes. When it runs again it is told uncertain and then lost; what it sends in
 *       between fails at the fences.
 *   <dt>Two nodes believe in the same shard
 *   <dd>The later one has fenced the earlier. The one that finds itself fenced steps down; if its latch should hold, it
 *       {@linkplain dev.latchkey.coordination.Coordinator#contest contests} the term: it queues anew, a write that only a
 *       majority of the ensemble can answer, and is acquired with a greater term or lost.
 *   <dt>The same id twice
 *   <dd>The second process sees a member node of its id under a session that isn't its own, says so, and takes nothing
 *       until that session ends. That is also what a restarted node does after its predecessor was killed. A process that
 *       loses its session and finds its id taken hands over what it holds, as if it were leaving.
 *   <dt>SIGTERM ({@link dev.latchkey.coordination.Coordinator#leave})
 *   <dd>The member node goes first, while the latches stay: the others recompute and queue up behind this node. Each shard
 *       is drained when somebody waits for it, at once when nobody else is there, and after a second in any case. The gap
 *       for a key is the drain and the next owner's takeover.
 * </dl>
 *
 * <h2>Threads</h2>
 *
 * <p>{@link dev.latchkey.coordination.EventLoop} owns the coordinator's one thread; all logic runs there, and so do the
 * listener's methods. Callbacks of Curator and ZooKeeper queue a task and return: a latch calls its listeners under its own
 * lock. Requests for the same work coalesce. The one thread waits for answers of ZooKeeper, and stops waiting as soon as the
 * connection is lost. It holds no lock while it does either.
 *
 * <p>While ZooKeeper is away Curator and ZooKeeper's client log each attempt to connect. Setting {@code org.apache.curator}
 * and {@code org.apache.zookeeper} to ERROR loses nothing: the going and coming of the connection is logged here, once each.
 */
package dev.latchkey.coordination;
