package dev.latchkey.config;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the node insists on before it promises an order. */
public final class OrderingConfiguration {
    /**
     * Refuse to start where the server keeps no commit timestamps ({@code track_commit_timestamp = off}) instead of
     * falling back to insert order, which is commit order only where writers of a key wait for each other.
     */
    @JsonProperty
    private boolean requireCommitOrder;

    public boolean requireCommitOrder() {
        return requireCommitOrder;
    }
}
