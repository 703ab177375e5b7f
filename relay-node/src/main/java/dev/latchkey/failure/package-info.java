/** What can go wrong, told apart by what has to be done about it. */
package dev.latchkey.failure;
