/** Readers of what the relay has published. */
package dev.latchkey.lab.observe;
