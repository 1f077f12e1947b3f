import { expect, test } from "vitest";
import { mergePatch } from "./merge-patch";

// The table of RFC 7396, appendix A.
test.each([
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', "{}"],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', "null", "null"],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ["[1,2]", '{"a":"b","c":null}', '{"a":"b"}'],
  ["{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ['{"a":{"__proto__":{"x":1}}}', '{"a":{"__proto__":{"y":2}}}', '{"a":{"__proto__":{"x":1,"y":2}}}'],
  ['{"a":1}', '{"constructor":{"prototype":{"z":1}}}', '{"a":1,"constructor":{"prototype":{"z":1}}}'],
])("%s with %s is %s", (target, patch, merged) => {
  expect(JSON.stringify(mergePatch(JSON.parse(target), JSON.parse(patch)))).toBe(merged);
  expect(({} as Record<string, unknown>).z).toBeUndefined();
});
