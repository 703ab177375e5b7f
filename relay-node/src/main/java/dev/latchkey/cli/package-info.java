/**
 * The command line. Exit codes: 0 done, 1 failed, 2 bad usage. A failure is one line on standard error that says what to
 * do; the stack trace comes with {@code --verbose} only.
 */
package dev.latchkey.cli;
