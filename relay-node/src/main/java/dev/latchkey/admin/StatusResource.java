package dev.latchkey.admin;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Variant;
import java.util.List;
import java.util.function.Supplier;

/** The cluster's status: a table for people at a terminal, JSON for whoever asks for it. */
@Path("/")
public final class StatusResource {
    /** The first one wins where the client has no preference, as curl has none. */
    private static final List<Variant> FORMS = Variant.mediaTypes(
                    MediaType.TEXT_PLAIN_TYPE.withCharset("utf-8"), MediaType.APPLICATION_JSON_TYPE)
            .build();

    private final ClusterView cluster;

    StatusResource(ClusterView cluster) {
        this.cluster = cluster;
    }

    @GET
    @Path("shards")
    public Response shards(@Context Request request) {
        ShardsPage page = cluster.shards();
        return answer(request, page, page::text);
    }

    @GET
    @Path("nodes")
    public Response nodes(@Context Request request) {
        NodesPage page = cluster.nodes();
        return answer(request, page, page::text);
    }

    /** The key may be empty and may hold slashes, plain or percent-encoded. */
    @GET
    @Path("keys/{key: .*}")
    public Response key(@Context Request request, @PathParam("key") String key) {
        KeyPage page = cluster.key(key);
        return answer(request, page, page::text);
    }

    /** For keys that no path can carry, such as two dots. */
    @GET
    @Path("keys")
    public Response keyByParameter(@Context Request request, @QueryParam("key") String key) {
        if (key == null) {
            throw new BadRequestException("which key? Ask for /keys/{aggregateid} or /keys?key={aggregateid}");
        }
        return key(request, key);
    }

    private static Response answer(Request request, Object page, Supplier<String> text) {
        Variant form = request.selectVariant(FORMS);
        if (form == null) {
            return Response.notAcceptable(FORMS).build();
        }
        boolean json = form.getMediaType().isCompatible(MediaType.APPLICATION_JSON_TYPE);
        CacheControl never = new CacheControl();
        never.setNoStore(true);
        return Response.ok(json ? page : text.get(), form.getMediaType())
                .cacheControl(never)
                .build();
    }
}
