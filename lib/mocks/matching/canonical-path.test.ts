import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalPath, canonicalRequestPath, decodeLeniently } from "./canonical-path";

describe("canonicalPath", () => {
  test.each([
    ["/users", "/users"],
    ["/a%20b", "/a b"],
    ["/%41", "/A"],
    ["/caf%C3%A9", "/café"],
    ["/caf%c3%a9", "/café"],
    ["/%F0%9F%98%80", "/😀"],
    ["/%3Aid", "/:id"],
    ["/a%2Fb", "/a%2fb"],
    ["/100%", "/100%25"],
    ["/%zz", "/%25zz"],
    ["/%zz%41", "/%25zz%2541"],
    ["/%C3", "/%25C3"],
    ["/%C0%AF", "/%25C0%25AF"],
    ["/%ED%A0%80", "/%25ED%25A0%2580"],
    ["/%zz/%41", "/%zz/A"],
  ])("%j and %j are the same path", (one, other) => {
    expect(canonicalPath(one)).toBe(canonicalPath(other));
  });

  test.each([
    ["/users", "/Users"],
    ["/users", "/users/"],
    ["/a//b", "/a/b"],
    ["/a%2Fb", "/a/b"],
    ["/a%252Fb", "/a%2Fb"],
    ["/a%2520b", "/a b"],
    ["/a+b", "/a b"],
    ["/a/./b", "/a/b"],
    ["/%zz%41", "/%zzA"],
    ["/e\u0301", "/é"],
  ])("%j and %j are different paths", (one, other) => {
    expect(canonicalPath(one)).not.toBe(canonicalPath(other));
  });

  const naiveSegments = (path: string) =>
    path.split("/").map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        return segment;
      }
    });
  const hostile = fc
    .array(fc.constantFrom("/", "%", "2F", "%2f", "%25", "%41", "A", "a", "%C3", "%A9", "%ED", "%A0", "é"))
    .map((parts) => `/${parts.join("")}`);

  test("two paths are equal exactly when their decoded segments are", () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const same = JSON.stringify(naiveSegments(one)) === JSON.stringify(naiveSegments(other));
        expect(canonicalPath(one) === canonicalPath(other)).toBe(same);
      }),
    );
  });

  test("decoding agrees with decodeURIComponent at every boundary of UTF-8", () => {
    const edges = [0x00, 0x25, 0x2f, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0];
    edges.push(0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff);
    const tails = [
      [],
      [0x7f],
      [0x80],
      [0xbf],
      [0xc0],
      [0x80, 0x80],
      [0x80, 0xbf],
      [0x80, 0x41],
      [0xbf, 0xc0],
    ];
    const differing: string[] = [];
    for (const first of edges) {
      for (const second of edges) {
        for (const tail of tails) {
          const bytes = [first, second, ...tail].map((byte) => `%${byte.toString(16).padStart(2, "0")}`);
          const path = `/${bytes.join("")}`;
          const [, segment = ""] = naiveSegments(path);
          const expected = `/${segment.replaceAll("%", "%25").replaceAll("/", "%2F")}`;
          if (canonicalPath(path) !== expected) differing.push(path);
        }
      }
    }
    expect(differing).toEqual([]);
  });

  test("applying it again changes nothing", () => {
    fc.assert(
      fc.property(hostile, (path) => {
        expect(canonicalPath(canonicalPath(path))).toBe(canonicalPath(path));
      }),
    );
  });
});

describe("canonicalRequestPath", () => {
  test.each([
    ["raw UTF-8 bytes", Buffer.from("/café/日本").toString("latin1"), "/café/日本"],
    ["raw UTF-8 beside percent-encoding", `${Buffer.from("/é").toString("latin1")}%C3%A9`, "/éé"],
    ["raw Latin-1 bytes", "/caf\u00e9", "/café"],
    ["percent-encoded UTF-8", "/caf%C3%A9", "/café"],
    ["characters beyond Latin-1", "/日本", "/日本"],
    ["plain ASCII", "/users/1", "/users/1"],
  ])("%s are the characters that the client meant", (_case, raw, path) => {
    expect(canonicalRequestPath(raw)).toBe(path);
  });
});

describe("decodeLeniently", () => {
  test.each([
    ["a%20b", "a b"],
    ["%zz%41", "%zzA"],
    ["%C3%A9%C3", "é%C3"],
    ["plain", "plain"],
  ])("%j becomes %j without ever throwing", (text, decoded) => {
    expect(decodeLeniently(text)).toBe(decoded);
  });
});
