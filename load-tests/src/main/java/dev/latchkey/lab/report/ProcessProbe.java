package dev.latchkey.lab.report;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** CPU and memory of a process and, if wanted, of its children; nothing while it is down. */
final class ProcessProbe implements Probe {
    private static final double KILOBYTES_PER_MEGABYTE = 1_024;

    private final String name;
    private final Supplier<OptionalLong> pid;
    private final boolean withChildren;
    private Map<Long, Duration> lastCpu = Map.of();
    private long lastNanos;

    /** @param pid of the present run; empty while there is none */
    ProcessProbe(String name, Supplier<OptionalLong> pid, boolean withChildren) {
        this.name = name;
        this.pid = pid;
        this.withChildren = withChildren;
    }

    @Override
    public void read(Map<Column, Double> sample) {
        long now = System.nanoTime();
        List<ProcessHandle> family = family();
        Map<Long, Duration> cpu = new HashMap<>();
        family.forEach(
                process -> process.info().totalCpuDuration().ifPresent(duration -> cpu.put(process.pid(), duration)));
        if (!lastCpu.isEmpty() && !cpu.isEmpty()) {
            sample.put(new Column(name, "cpuCores"), used(cpu).toNanos() / (double) Math.max(1, now - lastNanos));
        }
        lastCpu = cpu;
        lastNanos = now;
        residentKilobytes(family)
                .ifPresent(kilobytes ->
                        sample.put(new Column(name, "residentMegabytes"), kilobytes / KILOBYTES_PER_MEGABYTE));
    }

    private List<ProcessHandle> family() {
        OptionalLong root = pid.get();
        Optional<ProcessHandle> process = root.isPresent() ? ProcessHandle.of(root.getAsLong()) : Optional.empty();
        return process.stream()
                .flatMap(
                        found -> withChildren ? Stream.concat(Stream.of(found), found.descendants()) : Stream.of(found))
                .toList();
    }

    /** A child that is new counts with all it used; what one used that is gone is lost, at most a second of it. */
    private Duration used(Map<Long, Duration> cpu) {
        return cpu.entrySet().stream()
                .map(entry -> entry.getValue().minus(lastCpu.getOrDefault(entry.getKey(), Duration.ZERO)))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Memory shared within the family, such as PostgreSQL's buffers, counts once. */
    private static OptionalLong residentKilobytes(List<ProcessHandle> family) {
        List<ProcMemory> memory = family.stream()
                .map(process -> ProcMemory.of(process.pid()))
                .flatMap(Optional::stream)
                .toList();
        if (memory.isEmpty()) {
            return OptionalLong.empty();
        }
        long own = memory.stream().mapToLong(ProcMemory::ownKilobytes).sum();
        long shared =
                memory.stream().mapToLong(ProcMemory::sharedKilobytes).max().orElse(0);
        return OptionalLong.of(own + shared);
    }
}
