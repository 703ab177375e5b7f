/** What the relay measures, as Dropwizard metrics. */
package dev.latchkey.metrics;
