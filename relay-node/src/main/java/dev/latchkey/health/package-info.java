/**
 * Whether this node is alive and whether it is ready, in words.
 *
 * <p>Alive: every lane's thread runs and turns. A restart helps against the opposite, and against nothing else, so
 * nothing outside the process has a say in it. Ready: database, broker and ensemble answer. Readiness only tells: no
 * lane asks for it, and a node that goes on under its fence while the ensemble is away publishes though it isn't ready.
 */
package dev.latchkey.health;
