package dev.latchkey.lane;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OutboxEvent;
import dev.latchkey.outbox.ProgressMark;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Events that the broker has for certain and that are not settled yet. */
record PublishedBatch(List<OutboxEvent> events, ProgressMark mark) {
    List<EventRef> refs() {
        return events.stream().map(OutboxEvent::ref).toList();
    }

    /** Number of events by shard. */
    Map<Integer, Integer> perShard(ShardMap shardMap) {
        return events.stream()
                .collect(Collectors.toMap(event -> shardMap.shardOf(event.slot()), event -> 1, Integer::sum));
    }
}
