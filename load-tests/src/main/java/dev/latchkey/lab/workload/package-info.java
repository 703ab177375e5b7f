/**
 * Writers that make it hard on purpose.
 *
 * <p>Transactions on one key overlap so that the later insert commits first, some are rolled back, one stays open for
 * seconds at a time, few keys are hot, some transactions hold several events of a key, some keys and payloads are odd. A
 * relay that takes inserts for commits, or the highest number seen for progress, does not survive it.
 */
package dev.latchkey.lab.workload;
