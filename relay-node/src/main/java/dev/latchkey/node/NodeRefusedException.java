package dev.latchkey.node;

import dev.latchkey.outbox.postgres.SchemaProblem;
import java.util.List;
import java.util.stream.Collectors;

/** The node may not start: what stands in its way, each with what mends it. */
public final class NodeRefusedException extends Exception {
    NodeRefusedException(List<SchemaProblem> problems) {
        super(problems.stream().map(SchemaProblem::toString).collect(Collectors.joining("\n")));
    }
}
