/** The port through which a lane publishes; the brokers' adapters lie below it. */
package dev.latchkey.publish;
