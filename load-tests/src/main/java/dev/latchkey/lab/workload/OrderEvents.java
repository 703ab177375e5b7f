package dev.latchkey.lab.workload;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Draws events: hot keys by Zipf's law, mostly JSON of some 330 bytes, now and then something odd. For one thread. */
final class OrderEvents {
    private static final List<String> AGGREGATES = List.of("order", "payment", "shipment");
    private static final List<String> TYPES = List.of("created", "changed", "paid", "shipped", "cancelled");
    private static final int ODD_ONE_IN = 40;
    private static final int LONG_KEY = 2_000;

    /** A separator that SQL, JSON and URLs treat differently, another script, a character beyond 16 bits. */
    private static final String[] ODD_KEYS = {
        "", null, "k".repeat(LONG_KEY), "заказ/№ 7", "\uD83D\uDE80", " leading, 'quoted' \"twice\"", "line\nbreak\ttab"
    };

    private static final String[] ODD_PAYLOADS = {
        "",
        null,
        "\u0001\u0002\uFFFD\\x00not json",
        "\uD83D\uDE80 payload",
        "{ \"b\" : 1,\t\"a\":1.0e3, \"b\":2 }",
        "[]"
    };

    private final SplittableRandom random;
    private final double[] cumulative;
    /** Null: the usual payloads. */
    private final PayloadSizes sizes;

    OrderEvents(SplittableRandom random, Profile profile) {
        this.random = random;
        this.cumulative = zipf(profile.keys(), profile.skew());
        this.sizes = profile.largestPayload() == 0 ? null : new PayloadSizes(random.split(), profile.largestPayload());
    }

    private static double[] zipf(int keys, double skew) {
        double[] cumulative = new double[keys];
        double sum = 0;
        for (int rank = 0; rank < keys; rank++) {
            sum += 1 / Math.pow(rank + 1.0, skew);
            cumulative[rank] = sum;
        }
        for (int rank = 0; rank < keys; rank++) {
            cumulative[rank] /= sum;
        }
        return cumulative;
    }

    /** Where an event belongs: events of one place share topic and key. */
    record Place(String aggregateType, String key) {}

    Place place() {
        String aggregateType = AGGREGATES.get(random.nextInt(AGGREGATES.size()));
        if (random.nextInt(ODD_ONE_IN) == 0) {
            return new Place(aggregateType, ODD_KEYS[random.nextInt(ODD_KEYS.length)]);
        }
        int found = Arrays.binarySearch(cumulative, random.nextDouble());
        int rank = Math.min(found < 0 ? -found - 1 : found, cumulative.length - 1);
        return new Place(aggregateType, aggregateType + "-" + rank);
    }

    OrderEvent at(Place place) {
        UUID id = new UUID(random.nextLong(), random.nextLong());
        String type = TYPES.get(random.nextInt(TYPES.size()));
        return new OrderEvent(id, place.aggregateType(), place.key(), type, payload(id, type), headers(id));
    }

    private String payload(UUID id, String type) {
        if (sizes != null) {
            return sizes.next();
        }
        if (random.nextInt(ODD_ONE_IN) == 0) {
            return ODD_PAYLOADS[random.nextInt(ODD_PAYLOADS.length)];
        }
        return """
                {"eventId":"%s","type":"%s","customer":{"name":"J\u00e4ger & S\u00f8n","street":"Hauptstra\u00dfe %d","city":"K\u00f6ln"},\
                "lines":[{"sku":"A-%06d","quantity":%d,"price":%d.90},{"sku":"B-%06d","quantity":1,"price":4.50}],\
                "total":%d.40,"currency":"EUR","note":"please ring twice"}""".formatted(
                        id,
                        type,
                        random.nextInt(200),
                        random.nextInt(1_000_000),
                        1 + random.nextInt(9),
                        random.nextInt(100),
                        random.nextInt(1_000_000),
                        random.nextInt(1_000));
    }

    private String headers(UUID id) {
        return random.nextInt(4) == 0
                ? "{\"traceparent\": \"00-%016x%016x-%016x-01\"}"
                        .formatted(
                                id.getMostSignificantBits(), id.getLeastSignificantBits(), id.getMostSignificantBits())
                : null;
    }
}
