/** A verdict in words, the same for demo, load and a history read again from its file. */
package dev.latchkey.lab.verdict;
