/** The lab: real servers, workload, observers, faults, the history checker and the demo. */
package dev.latchkey.lab;
