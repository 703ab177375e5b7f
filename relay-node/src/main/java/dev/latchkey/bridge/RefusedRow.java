package dev.latchkey.bridge;

/** A row whose message the broker will never take. */
public record RefusedRow(long id, String reason) {}
