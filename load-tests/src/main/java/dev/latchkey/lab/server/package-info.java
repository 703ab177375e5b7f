/**
 * Real servers for tests, load runs and the demo, behind one fixture interface.
 *
 * <p>{@link dev.latchkey.lab.server.Servers} makes them; where they come from (Maven packages today) is its
 * implementation's affair. Every server listens on a free port of 127.0.0.1, keeps port and data over a restart, and
 * leaves neither process nor folder behind, at the end of the JVM at the latest.
 */
package dev.latchkey.lab.server;
