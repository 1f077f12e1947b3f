import { describe, expect, it } from "vitest";
import { contentTypeOf, fileNameOf } from "./file-name";

describe("a file's name", () => {
  it.each([
    ["plan.txt", "plan.txt"],
    ["C:\\fakepath\\plan.txt", "plan.txt"],
    ["../../etc/passwd", "passwd"],
    [" a\r\nX: y.txt ", "aX: y.txt"],
    ["exe\u202etxt.\u0000bin", "exetxt.bin"],
    ["日本 😀.pdf", "日本 😀.pdf"],
    [`${"a".repeat(300)}.tar`, `${"a".repeat(196)}.tar`],
    [`${"😀".repeat(300)}`, "😀".repeat(200)],
    [".env", ".env"],
  ])("%j is %j", (given, name) => {
    expect(fileNameOf(given)).toBe(name);
  });

  it.each(["", ".", "..", "a/", "\u202e", " "])("%j is none", (given) => {
    expect(fileNameOf(given)).toBeUndefined();
  });
});

it.each([
  ["text/plain", "text/plain"],
  ["Text/HTML; charset=x", "text/html"],
  ["", "application/octet-stream"],
  ["multipart/mixed; boundary=x", "application/octet-stream"],
  ["message/rfc822", "application/octet-stream"],
  ["text/plain\r\nX: y", "application/octet-stream"],
])("the type %j is kept as %s", (declared, type) => {
  expect(contentTypeOf(declared)).toBe(type);
});
