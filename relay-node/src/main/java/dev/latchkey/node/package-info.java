/** The one place that builds adapters and wires them to the lanes. */
package dev.latchkey.node;
