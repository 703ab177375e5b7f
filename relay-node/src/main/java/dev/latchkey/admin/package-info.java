/**
 * What operators look at: the pages of the admin port.
 *
 * <p>Any node answers for the whole cluster, from the database and from ZooKeeper's members; nodes never ask each other.
 * About its own shards a node knows more than the database, which hears of them once a second. When the database can't
 * be reached the pages answer 200 with what the node itself knows, and say so under {@code error}: in an outage half an
 * answer is worth more than none, and {@code /ready} is the page that says no.
 *
 * <p>Dependencies point from here to {@code health}, {@code metrics}, {@code lane}, {@code outbox} and
 * {@code coordination}; nothing but the wiring depends on this package.
 */
package dev.latchkey.admin;
