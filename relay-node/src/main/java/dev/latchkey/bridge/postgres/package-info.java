/** The bridge's table and its listening connection: all its SQL. */
package dev.latchkey.bridge.postgres;
