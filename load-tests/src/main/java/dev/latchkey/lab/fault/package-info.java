/**
 * Faults, each a small class with a goal in words, and schedules of them that a seed reproduces.
 *
 * <p>A {@link dev.latchkey.lab.fault.Fault} is logic; whoever strikes owns the thread. It leaves the
 * {@link dev.latchkey.lab.fault.World} whole when it returns, also when it fails, and waits for nothing without a limit.
 */
package dev.latchkey.lab.fault;
