/** Relay nodes as processes of their own, and whole clusters of them on real servers. */
package dev.latchkey.lab.cluster;
