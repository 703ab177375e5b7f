package dev.latchkey.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Reads a node's admin port; a node that doesn't answer is an ordinary case here. Thread-safe. */
public final class AdminClient {
    static final int OK = 200;
    private static final int UNREACHABLE = -1;
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .connectTimeout(LIMIT)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private static final ObjectMapper JSON = new ObjectMapper();

    private AdminClient() {}

    /** The status code, or -1 when there was no answer within two seconds. */
    public static int status(URI uri) {
        return get(uri).map(HttpResponse::statusCode).orElse(UNREACHABLE);
    }

    /** The body of an answer with status 200, if there was one and it was JSON. */
    public static Optional<JsonNode> json(URI uri) {
        return get(uri).filter(answer -> answer.statusCode() == OK).flatMap(answer -> parsed(answer.body()));
    }

    private static Optional<JsonNode> parsed(String body) {
        try {
            return Optional.ofNullable(JSON.readTree(body));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<HttpResponse<String>> get(URI uri) {
        try {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .header("Accept", "application/json")
                    .timeout(LIMIT)
                    .build();
            return Optional.of(HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
