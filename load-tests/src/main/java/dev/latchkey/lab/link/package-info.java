/**
 * Network links between processes of this machine that can be slowed, cut and reset: a TCP proxy of our own.
 *
 * <p>A {@link dev.latchkey.lab.link.Link} owns one thread, on which everything of it happens: accepting, moving bytes, and
 * the orders of its user, which wait until they are carried out. {@link dev.latchkey.lab.link.Pipe} and
 * {@link dev.latchkey.lab.link.Flow} own logic only and belong to that thread.
 */
package dev.latchkey.lab.link;
