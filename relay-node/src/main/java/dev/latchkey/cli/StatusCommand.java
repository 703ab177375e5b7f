package dev.latchkey.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks any node of a cluster who owns what. */
@Command(name = "status", description = "Show the cluster's shards and their owners, as any one node sees them.")
final class StatusCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Parameters(
            paramLabel = "URL",
            arity = "0..1",
            defaultValue = "http://127.0.0.1:8081",
            description = "A node's admin address (default: ${DEFAULT-VALUE}).")
    private URI url;

    @Spec
    private CommandSpec spec;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    @Override
    public Integer call() throws CommandFailedException, InterruptedException {
        JsonNode nodes = get("nodes");
        JsonNode shards = get("shards");
        PrintWriter out = spec.commandLine().getOut();
        out.print(StatusTable.of(nodes, shards));
        out.flush();
        return 0;
    }

    private JsonNode get(String resource) throws CommandFailedException, InterruptedException {
        String address = url.toString().replaceAll("/+$", "") + "/" + resource;
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                    .timeout(PATIENCE)
                    .header("Accept", "application/json")
                    .build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new CommandFailedException(
                        address + " answered " + answer.statusCode() + "; give a node's admin address", null);
            }
            return new ObjectMapper().readTree(answer.body());
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandFailedException(
                    "no node answers at " + address + "; give the admin address of one that runs", e);
        }
    }
}
