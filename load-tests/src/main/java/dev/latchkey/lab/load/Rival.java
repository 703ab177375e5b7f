package dev.latchkey.lab.load;

import dev.latchkey.lab.peer.Contender;
import dev.latchkey.lab.peer.DebeziumPeer;
import dev.latchkey.lab.peer.PeerTarget;
import dev.latchkey.lab.peer.PollingPeer;
import dev.latchkey.lab.peer.PollingSettings;

/** Whom to measure beside the relay. */
enum Rival {
    debezium,
    polling;

    Contender on(PeerTarget target, PollingSettings settings) {
        return switch (this) {
            case debezium -> new DebeziumPeer(target);
            case polling -> new PollingPeer(target, settings);
        };
    }
}
