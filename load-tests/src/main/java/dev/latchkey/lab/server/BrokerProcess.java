package dev.latchkey.lab.server;

/** A broker whose process can be hit. Its data stays over a {@link #stop()} and a {@link #kill9()}. */
public interface BrokerProcess extends Server {
    /** SIGKILL; returns when it is gone. {@link #start()} brings it back. */
    void kill9();

    /** SIGSTOP: connections stay open and nothing answers. */
    void pause();

    /** SIGCONT. */
    void resume();

    /** The last lines of its output. */
    String logTail(int lines);
}
