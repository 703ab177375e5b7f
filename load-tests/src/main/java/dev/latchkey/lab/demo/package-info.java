/** A whole cluster on one machine, for a person to watch while its nodes are killed, with a verdict at the end. */
package dev.latchkey.lab.demo;
