/** JSON text as V8's {@code JSON.stringify(JSON.parse(text))} writes it. */
package dev.latchkey.bridge.json;
