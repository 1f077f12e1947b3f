import { describe, expect, it } from "vitest";
import { attachmentDisposition, contentTypeOf, fileNameOf } from "./file-name";

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

describe("a download's header", () => {
  it.each([
    ["plan.txt", `attachment; filename="plan.txt"; filename*=UTF-8''plan.txt`],
    [`a"b\\c%d.txt`, `attachment; filename="a_b_c_d.txt"; filename*=UTF-8''a%22b%5Cc%25d.txt`],
    ["Zoë (1)'*.txt", `attachment; filename="Zo_ (1)'*.txt"; filename*=UTF-8''Zo%C3%AB%20%281%29%27%2A.txt`],
  ])("of %s", (name, header) => {
    expect(attachmentDisposition(name)).toBe(header);
    expect(() => new Headers({ "content-disposition": header })).not.toThrow();
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
