/**
 * {@code load}: the measurements behind the figures in the README, for anyone to repeat.
 *
 * <p>All servers and nodes share this machine, so only ratios within one run mean anything.
 */
package dev.latchkey.lab.load;
