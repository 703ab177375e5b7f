package dev.latchkey.admin;

import dev.latchkey.health.Liveness;
import dev.latchkey.health.Readiness;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;

/** Probes for an orchestrator: 200 for yes, 503 for no, the reasons in words either way. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class ProbeResource {
    private final Liveness liveness;
    private final Readiness readiness;
    private final String ordering;

    /** @param ordering which order of publishing is in force */
    ProbeResource(Liveness liveness, Readiness readiness, String ordering) {
        this.liveness = liveness;
        this.readiness = readiness;
        this.ordering = ordering;
    }

    /** Asks nothing outside the process: a restart mends neither the database nor the broker. */
    @GET
    @Path("live")
    public Response live() {
        List<String> reasons = liveness.problems();
        return answer(reasons, new Live(reasons.isEmpty(), reasons));
    }

    /** Waits for nobody; see {@link Readiness}. */
    @GET
    @Path("ready")
    public Response ready() {
        List<String> reasons = readiness.reasons();
        return answer(reasons, new Ready(reasons.isEmpty(), reasons, ordering));
    }

    private static Response answer(List<String> reasons, Object body) {
        return Response.status(reasons.isEmpty() ? Response.Status.OK : Response.Status.SERVICE_UNAVAILABLE)
                .entity(body)
                .build();
    }

    record Live(boolean live, List<String> reasons) {}

    record Ready(boolean ready, List<String> reasons, String ordering) {}
}
