package dev.latchkey.lane;

import dev.latchkey.coordination.ShardMap;
import dev.latchkey.outbox.Batch;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.ProgressMark;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Events that the broker has for certain and that are not settled yet. */
record PublishedBatch(Batch batch, ProgressMark mark) {
    List<EventRef> refs() {
        return batch.refs();
    }

    /** Number of events by shard. */
    Map<Integer, Integer> perShard(ShardMap shardMap) {
        return batch.events().stream()
                .collect(Collectors.toMap(event -> shardMap.shardOf(event.slot()), event -> 1, Integer::sum));
    }
}
