import { expect, test } from "vitest";
import { csvLine } from "./csv";

test.each([
  [["a", 1, null, undefined], "a,1,,\r\n"],
  [['say "hi"', "a,b", "a\nb"], '"say ""hi""","a,b","a\nb"\r\n'],
  [["=1+1", "+x", "-x", "@x", "\tx", "a=1"], "'=1+1,'+x,'-x,'@x,'\tx,a=1\r\n"],
  [['=HYPERLINK("x")'], '"\'=HYPERLINK(""x"")"\r\n'],
  [[{ a: [1] }], '"{""a"":[1]}"\r\n'],
])("%j", (fields, line) => {
  expect(csvLine(fields)).toBe(line);
});
