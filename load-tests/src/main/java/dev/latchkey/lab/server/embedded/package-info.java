/** Servers from Maven packages, in this JVM or as its children. Only {@code EmbeddedServers} is seen from outside. */
package dev.latchkey.lab.server.embedded;
