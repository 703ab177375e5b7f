package dev.latchkey.outbox.postgres;

/** What should never happen and is told to an operator when it does. Thread-safe. */
public interface OutboxAlarms {
    /** A sweep found an unsent row that a floor had hidden. */
    void hiddenRow();

    /** The sequence gave out a lower number than before: the database was restored or the sequence restarted. */
    void sequenceWentBack();
}
