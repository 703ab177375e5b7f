// Makes vectors.jsonl: texts, and what V8 makes of each of them. Always the same.
//   node vectors.mjs > vectors.jsonl
import { rewrite } from './rewrite.mjs';

const texts = [];
const add = (...more) => texts.push(...more);
const backslash = '\\';

// Scalars and white space.
add('null', 'true', 'false', '""', '0', ' 1', '1 ', '\t\n\r 1\r\n\t ', '[]', '{}', '[ ]', '{ }', ' [ 1 , 2 ] ', '{ "a" : 1 }');

// Numbers: around zero, shortest forms, the borders of the exponent form, of exactness and of the doubles themselves.
const numbers = [
  '0', '-0', '0.0', '-0.0', '0e0', '0E+5', '-0e-5', '1', '-1', '10', '100', '1e2', '1E2', '1e+2', '1e-2', '1.0', '1.50', '0.1', '0.2', '0.3',
  '0.1e1', '123456789', '1234567890123456789', '9007199254740991', '9007199254740992', '9007199254740993', '9007199254740994',
  '-9007199254740993', '18446744073709551615', '18446744073709551616', '12345678901234567890123', '100000000000000000000', '999999999999999999999',
  '1000000000000000000000', '1e20', '1e21', '1e22', '1e23', '123456789012345680000', '1234567890123456800000', '1.5e300', '1e308',
  '1.7976931348623157e308', '1.7976931348623158e308', '1.7976931348623159e308', '1.8e308', '1e309', '-1e309', '1e400', '1e99999', '-1e99999', '1e-99999',
  '5e-324', '4.9e-324', '4e-324', '3e-324', '2.5e-324', '2.4e-324', '2e-324', '1e-323', '1.5e-323', '2e-323', '2.2250738585072014e-308', '2.2250738585072011e-308',
  '2.225073858507201e-308', '1e-5', '1e-6', '1e-7', '0.000001', '0.0000001', '0.00000123', '0.000000123', '1.23e-5', '1.23e-6', '1.23e-7', '2e23', '9e22', '8.41e21',
  '2.0e-3', '4.35', '0.1234567890123456789', '3.141592653589793', '2.718281828459045', '1.1', '2.2', '3.3', '5e-5', '4.503599627370496e15', '4503599627370496.5',
  '4503599627370497.5', '0.5', '-0.5', '1e0', '1e00', '1e-00', '1e01', '1.7e+01', '33333333333333333333', '9.5', '9.95e21', '4.4501477170144023e-308', '2e-44',
  '179769313486231580793728971405301e276', '0.' + '0'.repeat(400) + '1', '1' + '0'.repeat(400), '1' + '0'.repeat(21), '1' + '0'.repeat(20), '0.' + '9'.repeat(30), '9'.repeat(30),
];
add(...numbers, ...numbers.map((n) => `[${n},-${n}]`.replaceAll('--', '-')));
for (let e = -330; e <= 310; e += 5) add(`1e${e}`, `-9.87654321e${e}`, `2e${e}`, `4.9e${e}`);
for (let bits = 0n; bits < 64n; bits++) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, 1n << bits);
  if (Number.isFinite(view.getFloat64(0))) add(String(view.getFloat64(0)));
  add(String(2n ** bits), String(2n ** bits + 1n), String(-(2n ** bits) + 1n));
}
add('-', '+1', '01', '-01', '00', '1.', '.5', '-.5', '1.e5', '1e', '1e+', '1e-', '1e1.5', '0x10', '1_000', '1n', 'NaN', 'Infinity', '-Infinity', '- 1', '1 2', '--1', '１');

// Strings: what must be escaped, what may be, surrogates.
for (let c = 0; c <= 0xa0; c++) {
  const hex = c.toString(16).padStart(4, '0');
  add(`"${backslash}u${hex}"`, `"${backslash}u${hex.toUpperCase()}"`, JSON.stringify(String.fromCharCode(c)), `"${String.fromCharCode(c)}"`, `"${backslash}${String.fromCharCode(c)}"`);
}
const units = ['d7ff', 'd800', 'dbff', 'dc00', 'dfff', 'e000', 'fffe', 'ffff', 'feff', '2028', '2029', '00e9', '20ac', 'd83d', 'de00'];
for (const one of units) {
  add(`"${backslash}u${one}"`, `"a${backslash}u${one}b"`, `{"${backslash}u${one}":1}`, JSON.stringify(String.fromCharCode(parseInt(one, 16))));
  for (const two of units) add(`"${backslash}u${one}${backslash}u${two}"`, `"${backslash}u${one}${backslash}u${two}${backslash}u${one}"`);
}
add('"😀"', '"é€漢"', '"\u2028\u2029"', '"\\u12"', '"\\u12G4"', '"\\u 123"', '"\\u１２３４"', '"\\U0041"', '"', '"a', '"\\', '"\\"', '"a\nb"', "'a'", '"a""b"', '"\\/"', '"/"', '"\\u002f"', '"</script>"');

// Names: array indexes, what only looks like one, duplicates, names that JavaScript has its own ideas of.
add('{"b":1,"a":2}', '{"2":1,"1":2}', '{"b":1,"2":2,"a":3,"1":4}', '{"10":1,"9":2,"09":3,"1e1":4,"-1":5,"+1":6," 1":7,"1.0":8,"0":9,"-0":10,"00":11}',
  '{"4294967294":1,"4294967295":2,"4294967296":3,"4294967293":4,"a":5,"2147483648":6,"2147483647":7}', '{"a":1,"4294967295":2,"4294967294":3}', '{"9007199254740991":1,"a":2,"1":3}', '{"99999999999":1,"9999999999":2,"a":0,"3":3}',
  '{"a":1,"a":2}', '{"a":1,"b":2,"a":3}', '{"1":1,"0":2,"1":3}', '{"a":{"x":1},"b":0,"a":{"y":2}}', '{"a":1,"\\u0061":2}', '{"1":1,"\\u0031":2}',
  '{"__proto__":1}', '{"__proto__":{"a":1},"b":2}', '{"a":1,"__proto__":null,"__proto__":[1]}', '{"constructor":1,"toString":2,"hasOwnProperty":3,"valueOf":4}', '{"toJSON":1}', '{"length":1,"0":2}',
  '{"":1}', '{"":1,"":2,"a":3}', '{"\\u0000":1}', '{"\\n":1,"\\"":2,"\\\\":3}', '{"é":1,"E":2}', '{"then":{"__proto__":{"__proto__":1}}}', '{"１":1,"1":2}');
add('{', '}', '{"a"}', '{"a":}', '{"a":1,}', '{,}', '{"a":1 "b":2}', '{a:1}', "{'a':1}", '{1:1}', '{"a"::1}', '{"a":1}}', '{"a":1,,"b":2}', '{"a" 1}', '{null:1}', '{"a":1;}');

// Arrays, nesting, what isn't JSON at all.
add('[1,[2,[3,[]]],{}]', '[[[[]]]]', '[{"a":[{"b":[]}]}]', '[null,true,false,"",0]', '[1e400]', '[', ']', '[1', '[1,', '[1,]', '[,1]', '[,]', '[1,,2]', '[1 2]', '[1]]', '[1}', '{"a":1]', '[[1]');
add('', ' ', '\n', 'nul', 'nulll', 'NULL', 'True', 'tru', 'undefined', 'a', '// c\n1', '/* c */1', '1 // c', '\ufeff1', '\u00a01', '1\u00a0', '\u20281', '\f1', '\v1', '1\u0000', '#', '"a" "b"', 'true false', '[true false]', '@', '\\');
for (const depth of [10, 100, 1000]) {
  add('['.repeat(depth) + ']'.repeat(depth), '{"a":'.repeat(depth) + '1' + '}'.repeat(depth), '[{"1":'.repeat(depth) + '0' + '}]'.repeat(depth), '['.repeat(depth), '['.repeat(depth) + ']'.repeat(depth - 1));
}

for (const text of [...new Set(texts)]) process.stdout.write(JSON.stringify({ text, written: rewrite(text) }) + '\n');
