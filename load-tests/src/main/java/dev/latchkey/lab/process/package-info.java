/**
 * Processes, ports and folders of one run, and the promise that none of them outlives the JVM that made them.
 */
package dev.latchkey.lab.process;
