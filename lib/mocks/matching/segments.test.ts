import { describe, expect, test } from "vitest";
import { isPattern, type Segment, segmentsProblem, shapesOf } from "./segments";

const literal = (text: string): Segment => ({ kind: "literal", text });
const placeholder = (name: string): Segment => ({ kind: "placeholder", name });
const rest = (name: string): Segment => ({ kind: "rest", name });
/** `a.`, `:b`, … as the parts of a mixed segment. */
const mixed = (...parts: string[]): Segment => ({
  kind: "mixed",
  parts: parts.map((part) => (part.startsWith(":") ? { name: part.slice(1) } : { text: part })),
});

describe("shapesOf", () => {
  test.each<[endpoint: string, segments: Segment[]]>([
    ["/", [literal("")]],
    ["/users/", [literal("users"), literal("")]],
    ["/users/:id", [literal("users"), placeholder("id")]],
    ["/:_a1/x", [placeholder("_a1"), literal("x")]],
    ["/:first-name", [placeholder("first-name")]],
    ["/:a--b", [placeholder("a--b")]],
    ["/files/*", [literal("files"), rest("*")]],
    ["/*", [rest("*")]],
    ["/files/:path+", [literal("files"), rest("path")]],
    ["/*/x", [literal("*"), literal("x")]],
    ["/files/a*", [literal("files"), literal("a*")]],
    ["/:", [literal(":")]],
    ["/:1a", [literal(":1a")]],
    ["/12:30", [literal("12:30")]],
    ["/:é", [literal(":é")]],
    ["/a:id", [mixed("a", ":id")]],
    ["/report.:ext", [mixed("report.", ":ext")]],
    ["/v:major.:minor", [mixed("v", ":major", ".", ":minor")]],
    ["/:a-", [mixed(":a", "-")]],
    ["/:from-:to", [mixed(":from", "-", ":to")]],
    ["/aliases/:a:run", [literal("aliases"), mixed(":a", ":run")]],
    ["/:a%3Arun", [mixed(":a", ":run".replace(":", "\u0000"))].map(nulAsColon)],
    ["/docs(':key')", [mixed("docs('", ":key", "')")]],
    ["/@:lat,:lon", [mixed("@", ":lat", ",", ":lon")]],
    ["/%3Aid/%2A", [literal(":id"), literal("*")]],
    ["/a%2Fb", [literal("a%2Fb")]],
  ])("%j has one shape", (endpoint, segments) => {
    expect(shapesOf(endpoint)).toEqual([segments]);
    expect(isPattern(endpoint)).toBe(segments.some(({ kind }) => kind !== "literal"));
  });

  /** `mixed` reads a part with a colon in front as a name; this one is a text. */
  function nulAsColon(segment: Segment): Segment {
    if (segment.kind !== "mixed") return segment;
    const parts = segment.parts.map((part) =>
      "text" in part ? { text: part.text.replace("\u0000", ":") } : part,
    );
    return { kind: "mixed", parts };
  }

  test.each<[endpoint: string, shapes: Segment[][]]>([
    ["/a/:b?", [[literal("a")], [literal("a"), placeholder("b")]]],
    ["/:a?", [[literal("")], [placeholder("a")]]],
    ["/a/:b*", [[literal("a")], [literal("a"), rest("b")]]],
    [
      "/a/:b?/:c?",
      [[literal("a")], [literal("a"), placeholder("b")], [literal("a"), placeholder("b"), placeholder("c")]],
    ],
    [
      "/a/:b?/:c*",
      [[literal("a")], [literal("a"), placeholder("b")], [literal("a"), placeholder("b"), rest("c")]],
    ],
  ])("%j has a shape for each number of optional segments", (endpoint, shapes) => {
    expect(shapesOf(endpoint)).toEqual(shapes);
  });

  test("a regular expression is a pattern", () => {
    expect(isPattern("~^/v[0-9]+$")).toBe(true);
    expect(isPattern("/~alice")).toBe(false);
  });
});

describe("segmentsProblem", () => {
  test.each([
    ["/a/:b?/c", "only last segments"],
    ["/a/:b*/c", "has to be the last"],
    ["/a/:b+/c", "has to be the last"],
    ["/a/:b*/:c?", "has to be the last"],
    ["/a/:b?/:c", "only last segments"],
    ["/a/:b?/:c+", "only last segments"],
    ["/:a?/:b?/:c?/:d?/:e?/:f?", "at most 5"],
  ])("%j is refused", (endpoint, problem) => {
    expect(segmentsProblem(endpoint)).toContain(problem);
  });

  test.each(["/a", "/a/:b", "/a/:b?", "/a/:b*", "/a/:b+", "/a/:b?/:c?", "/a/:b?/:c*", "/:b.txt*"])(
    "%j is fine",
    (endpoint) => {
      expect(segmentsProblem(endpoint)).toBeUndefined();
    },
  );
});
