/** The relay node: a Dropwizard application that takes committed outbox rows to the broker. */
package dev.latchkey;
