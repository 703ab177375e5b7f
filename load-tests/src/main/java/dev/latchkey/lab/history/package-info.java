/**
 * What happened, and whether it was allowed.
 *
 * <p>A {@link dev.latchkey.lab.history.History} is what writers did to the database and what a reader of committed records
 * saw in the broker, on one clock. {@link dev.latchkey.lab.history.Checker} compares the two against the promise:
 *
 * <ul>
 *   <li>nothing committed is lost, nothing rolled back is seen, nothing is seen twice, altered, or in the wrong place;
 *   <li>for each key: if the commit of T1 had returned before the commit of T2 was issued, T1's events come before T2's;
 *   <li>within a transaction, the events of a key come in insert order.
 * </ul>
 *
 * <p>Two transactions whose commits overlap in time may come in either order: a client can't know which was first. A
 * transaction whose commit was cut off may have happened or not, but not by halves.
 */
package dev.latchkey.lab.history;
