package dev.latchkey.lab.server;

/** A broker whose process can be hit. */
public interface KafkaProcess extends KafkaBroker {
    /** SIGKILL; returns when it is gone. {@link #start()} brings it back. */
    void kill9();

    /** SIGSTOP: connections stay open and nothing answers. */
    void pause();

    /** SIGCONT. */
    void resume();

    /** The last lines of its output. */
    String logTail(int lines);
}
