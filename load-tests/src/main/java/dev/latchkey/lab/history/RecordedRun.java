package dev.latchkey.lab.history;

/** What a history file holds. */
public record RecordedRun(String run, History history, OwnershipTimeline owners) {}
