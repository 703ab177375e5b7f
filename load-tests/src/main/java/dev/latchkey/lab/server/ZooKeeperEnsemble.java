package dev.latchkey.lab.server;

/** One ZooKeeper server, or a quorum of several. */
public interface ZooKeeperEnsemble extends Server {
    /** Host and port of every member, separated by commas. */
    String connectString();

    int members();

    /** Stops one member, counted from 0; the others go on if they are still a majority. */
    void stopMember(int member);

    void startMember(int member);

    /** Stops all members and empties them: the next start finds no node, no session, no ensemble memory. */
    void wipe();
}
