package dev.latchkey.bridge;

/** What was heard on a channel. */
public record Notification(String channel, String payload) {}
