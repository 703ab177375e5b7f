package dev.latchkey.lab.workload;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Takes every insert and commit at once, and remembers in which order outbox rows came. Thread-safe. */
final class SilentDatabase implements ConnectionSource {
    private final Map<UUID, Integer> order = new HashMap<>();

    /** The place of an event's insert among all of them. */
    synchronized int place(UUID event) {
        return order.get(event);
    }

    private synchronized void inserted(UUID event) {
        order.put(event, order.size());
    }

    @Override
    public Connection open() {
        return fake(
                Connection.class, (name, args) -> name.equals("prepareStatement") ? statement((String) args[0]) : null);
    }

    private PreparedStatement statement(String sql) {
        boolean outbox = sql.contains("public.outbox");
        UUID[] id = new UUID[1];
        List<UUID> batch = new ArrayList<>();
        return fake(PreparedStatement.class, (name, args) -> {
            switch (name) {
                case "setObject" -> id[0] = args[1] instanceof UUID set ? set : id[0];
                case "addBatch" -> batch.add(id[0]);
                case "executeUpdate" -> {
                    if (outbox) {
                        inserted(id[0]);
                    }
                    return 1;
                }
                case "executeBatch" -> {
                    if (outbox) {
                        batch.forEach(this::inserted);
                    }
                    batch.clear();
                    return new int[0];
                }
                default -> {
                    return null;
                }
            }
            return null;
        });
    }

    private interface Call {
        Object answer(String name, Object[] args);
    }

    private static <T> T fake(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, args) -> call.answer(method.getName(), args)));
    }
}
