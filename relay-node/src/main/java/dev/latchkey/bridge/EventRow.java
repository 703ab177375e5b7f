package dev.latchkey.bridge;

/** A row of the event table, claimed: nobody else can claim it until the claim is closed. */
public record EventRow(long id, String payload) {}
