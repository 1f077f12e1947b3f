import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairsMax } from "./form-fields";
import { type NamedValues, type RequestParts, RequestView } from "./request-view";

const viewOf = (parts: Partial<RequestParts> = {}) =>
  new RequestView({
    method: "GET",
    target: "/a",
    rawHeaders: [],
    params: {},
    body: undefined,
    ip: "192.0.2.1",
    ...parts,
  });
const latin1 = (text: string) => Buffer.from(text).toString("latin1");
const plain = (values: NamedValues) => [...values];
const ofType = (type: string, body: string) =>
  viewOf({ rawHeaders: ["Content-Type", type], body: Buffer.from(body) });

test.each([
  ["/users/7?page=2", "/users/7", [["page", ["2"]]]],
  ["/users/a%20b", "/users/a%20b", []],
  ["?a", "", [["a", [""]]]],
  ["/a?", "/a", []],
  ["/a?b?c=d?", "/a", [["b?c", ["d?"]]]],
  [
    "/a?x=1&y=&x=2&x",
    "/a",
    [
      ["x", ["1", "2", ""]],
      ["y", [""]],
    ],
  ],
  ["/a?a+b=%C3%A9%20%ff%", "/a", [["a b", ["é \ufffd%"]]]],
  [latin1("/a?é=日"), latin1("/a"), [["é", ["日"]]]],
  ["/a?a=\u00e9", "/a", [["a", ["\u00e9"]]]],
  [
    "/a?__proto__=1&constructor=2",
    "/a",
    [
      ["__proto__", ["1"]],
      ["constructor", ["2"]],
    ],
  ],
])("of %j the path is %j and the query %j", (target, path, query) => {
  const view = viewOf({ target });
  expect(view.path).toBe(path);
  expect(plain(view.query)).toEqual(query);
});

test("what comes with the request is there as it came", () => {
  const params = { id: "7" };
  expect(viewOf({ method: "PATCH", params })).toMatchObject({ method: "PATCH", params, ip: "192.0.2.1" });
});

test("headers are found by name in lower case, each value apart, as UTF-8 if they can be", () => {
  const rawHeaders = ["X-A", "1", "x-a", "2", "Name", latin1("é"), "Old", "\u00e9", "__proto__", "3", "odd"];
  expect(plain(viewOf({ rawHeaders }).headers)).toEqual([
    ["x-a", ["1", "2"]],
    ["name", ["é"]],
    ["old", ["é"]],
    ["__proto__", ["3"]],
  ]);
});

test.each<[line: string, cookies: [string, string[]][]]>([
  [
    "a=1; b=2",
    [
      ["a", ["1"]],
      ["b", ["2"]],
    ],
  ],
  ["a=1;a=2;", [["a", ["1", "2"]]]],
  [' a = "x y" ', [["a", ["x y"]]]],
  ["a=b=c", [["a", ["b=c"]]]],
  ["a=%C3%A9%20%zz", [["a", ["é %zz"]]]],
  ["a", []],
  ["a=", [["a", [""]]]],
  ["", []],
  ["__proto__=1", [["__proto__", ["1"]]]],
])("the cookies of %j are %j", (line, cookies) => {
  expect(plain(viewOf({ rawHeaders: ["Cookie", line] }).cookies)).toEqual(cookies);
});

test("cookies of several headers come together, and no more than a thousand", () => {
  const { cookies } = viewOf({ rawHeaders: ["Cookie", "a=1", "cookie", "a=2;".repeat(pairsMax)] });
  expect(cookies.get("a")).toEqual(["1", ...Array(pairsMax - 1).fill("2")]);
});

test.each<[bytes: Buffer | undefined, text: string]>([
  [undefined, ""],
  [Buffer.from("é日😀"), "é日😀"],
  [Buffer.from([0x61, 0xff, 0x62]), "a\ufffdb"],
  [Buffer.from("\ufeffa"), "a"],
])("the text of the body %j is %j", (body, text) => expect(viewOf({ body }).bodyText).toBe(text));

describe("a body is JSON", () => {
  test.each<[text: string, json: { value: unknown } | undefined]>([
    ["", undefined],
    ["null", { value: null }],
    [' {"a":[1]}\n', { value: { a: [1] } }],
    ["\ufeff1", { value: 1 }],
    ["{", undefined],
    ["a=1", undefined],
  ])("%j is %j", (text, json) => {
    for (const type of ["application/json", "text/plain", "\u00ff"])
      expect(ofType(type, text).json).toEqual(json);
  });

  test("with its own names only", () => {
    const value = viewOf({ body: Buffer.from('{"__proto__":{"polluted":1}}') }).json?.value;
    expect(Object.keys(value ?? {})).toEqual(["__proto__"]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test.each([
    ["depth", "[".repeat(65) + "]".repeat(65)],
    ["width", `[${"1,".repeat(5000)}1]`],
    ["values", `[${`[${"1,".repeat(4000)}1],`.repeat(6)}1]`],
    ["a megabyte of brackets", "[".repeat(1024 * 1024)],
  ])("but not with too much %s", (_, text) =>
    expect(viewOf({ body: Buffer.from(text) }).json).toBeUndefined(),
  );
});

describe("a body is a form", () => {
  const multipart = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--';
  test.each<[type: string, body: string, form: [string, string[]][]]>([
    [
      "application/x-www-form-urlencoded",
      "a=1&a=%20&b",
      [
        ["a", ["1", " "]],
        ["b", [""]],
      ],
    ],
    ["Application/X-WWW-Form-Urlencoded ; charset=utf-8", "a=é", [["a", ["é"]]]],
    ["multipart/form-data; boundary=b", multipart, [["a", ["1"]]]],
    ["application/json", "a=1", []],
    ["text/x-www-form-urlencoded", "a=1", []],
  ])("of the type %s", (type, body, form) => expect(plain(ofType(type, body).form)).toEqual(form));

  test("with a type only", () => expect(plain(viewOf({ body: Buffer.from("a=1") }).form)).toEqual([]));
});

test("everything is read once, for other mocks too", () => {
  const view = ofType("application/json", '{"a":1}');
  const other = view.withParams({ id: "1" });
  expect(other.params).toEqual({ id: "1" });
  expect(view.params).toEqual({});
  expect(other.path).toBe(view.path);
  for (const name of ["query", "headers", "cookies", "form", "json", "bodyText"] as const) {
    expect(view[name]).toBe(view[name]);
    expect(other[name]).toBe(view[name]);
  }
});

test("nothing is read that nobody asks for", () => {
  const untouchable = <T extends object>(target: T) =>
    new Proxy(target, {
      get: () => {
        throw new Error("read");
      },
    });
  const view = viewOf({ rawHeaders: untouchable([]), body: untouchable(Buffer.from("a")) });
  expect(view.withParams({}).query.size).toBe(0);
});

test("nothing that is sent makes it throw", () => {
  const anything = fc.string({ unit: "binary" });
  const type = fc.constantFrom(
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=a",
    "\u00ff",
  );
  const header = fc.tuple(
    fc.oneof(anything, fc.constantFrom("cookie", "content-type", "__proto__")),
    fc.oneof(anything, type),
  );
  fc.assert(
    fc.property(anything, fc.array(header), fc.uint8Array(), (target, headers, body) => {
      const view = viewOf({ target, rawHeaders: headers.flat(), body: Buffer.from(body) });
      for (const values of [view.query, view.headers, view.cookies, view.form]) {
        for (const all of values.values()) expect(all.length).toBeGreaterThan(0);
      }
      expect(typeof view.bodyText).toBe("string");
      expect(view.json === undefined || "value" in view.json).toBe(true);
    }),
  );
});
