// What V8 makes of JSON texts: each line of the input is a JSON string that holds a text; each line of the output is
// what JSON.stringify(JSON.parse(text)) gives, as a JSON string, or null where V8 refuses the text.
//   node rewrite.mjs < texts.jsonl
import { createInterface } from 'node:readline';

export function rewrite(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (e) {
    if (e instanceof SyntaxError) return null;
    throw e;
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    process.stdout.write(JSON.stringify(rewrite(JSON.parse(line))) + '\n');
  }
}
