import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Mock, matcherOf, mock } from "./fixtures/matcher-of";
import { buildMatcher } from "./matcher";

describe("match", () => {
  test.each<[guarantee: string, mocks: string[], request: string, expected: string | undefined]>([
    ["the method counts", ["POST /a"], "/a", undefined],
    ["letter case counts", ["/Users"], "/users", undefined],
    ["a trailing slash counts", ["/users"], "/users/", undefined],
    ["the root is a path, and no *", ["/*", "/"], "/", "/"],
    ["no path at all is not the root", ["/", "/*"], "", undefined],
    ["segments are decoded once", ["/a b"], "/a%20b", "/a b"],
    ["endpoints are decoded once too", ["/a%20b"], "/a%20b", "/a%20b"],
    ["segments are not decoded twice", ["/a b"], "/a%2520b", undefined],
    ["an encoded slash stays inside its segment", ["/a/b"], "/a%2Fb", undefined],
    ["an encoded slash matches itself in any case", ["/a%2Fb"], "/a%2fb", "/a%2Fb"],
    ["non-ASCII endpoints are met percent-encoded", ["/日本"], "/%E6%97%A5%E6%9C%AC", "/日本"],
    ["non-ASCII endpoints are met as raw bytes", ["/é"], "/\u00c3\u00a9", "/é"],
    ["a malformed % is literal", ["/100%"], "/100%", "/100%"],
    ["names of object properties are mere text", ["/a"], "/__proto__", undefined],
    ["a disabled mock never answers", ["!/a"], "/a", undefined],
    ["a disabled mock does not hide a later one", ["!/a%20b", "/a b"], "/a%20b", "/a b"],
    ["the oldest of equal endpoints answers", ["/a%20b", "/a b"], "/a%20b", "/a%20b"],

    ["a placeholder is one segment", ["/users/:id"], "/users/1", "/users/:id"],
    ["a placeholder is not two segments", ["/users/:id"], "/users/1/2", undefined],
    ["a placeholder is never empty", ["/users/:id"], "/users/", undefined],
    ["a placeholder takes an encoded slash", ["/users/:id"], "/users/1%2F2", "/users/:id"],
    ["a placeholder leaves the trailing slash", ["/users/:id/"], "/users/1/", "/users/:id/"],
    ["a placeholder's slash is strict", ["/users/:id/"], "/users/1", undefined],
    ["a * is one segment", ["/files/*"], "/files/a", "/files/*"],
    ["a * is several segments", ["/files/*"], "/files/a/b/c", "/files/*"],
    ["a * is at least one segment", ["/files/*"], "/files", undefined],
    ["a * is no empty segment", ["/files/*"], "/files/", undefined],
    ["a * ends in no empty segment", ["/files/*"], "/files/a/", undefined],
    ["a * holds no empty segment", ["/files/*"], "/files/a//b", undefined],
    ["an empty segment before the * is its own", ["/a//*"], "/a//b", "/a//*"],
    ["a * elsewhere is literal", ["/*/a"], "/x/a", undefined],
    ["a * elsewhere matches itself", ["/*/a"], "/*/a", "/*/a"],
    ["an encoded * is literal", ["/files/%2A"], "/files/a", undefined],
    ["an encoded colon is literal", ["/users/%3Aid"], "/users/1", undefined],

    ["exact beats patterns", ["/users/:id", "/users/me"], "/users/me", "/users/me"],
    ["a pattern's own text is exact", ["/users/*", "/:a/:b"], "/:a/:b", "/:a/:b"],
    ["a literal beats a pattern of its text", ["/users/:id", "/users/%3Aid"], "/users/:id", "/users/%3Aid"],
    ["more literals win", ["/a/:x/:y", "/:x/b/c"], "/a/b/c", "/:x/b/c"],
    ["more literals win before a *", ["/a/:x/:y", "/a/b/*"], "/a/b/c", "/a/b/*"],
    ["more literals win with a * elsewhere", ["/a/*", "/:x/b/c"], "/a/b/c", "/:x/b/c"],
    ["the leftmost literal wins", ["/:x/b", "/a/:x"], "/a/b", "/a/:x"],
    ["a placeholder beats a *", ["/a/*", "/a/:x"], "/a/b", "/a/:x"],
    ["an early placeholder beats an early *", ["/*", "/:x/*", "/:x/:y"], "/a/b", "/:x/:y"],
    ["the oldest of one shape wins", ["/a/:x", "/a/:y"], "/a/b", "/a/:x"],
    ["a name may have hyphens", ["/users/:first-name"], "/users/ada", "/users/:first-name"],
    ["a placeholder may have text around it", ["/report.:ext"], "/report.pdf", "/report.:ext"],
    ["a placeholder with text is never empty", ["/report.:ext"], "/report.", undefined],
    ["a placeholder with text is one segment", ["/report.:ext"], "/report.a/b", undefined],
    ["several placeholders in a segment", ["/v:major.:minor"], "/v1.2", "/v:major.:minor"],
    ["each of several takes something", ["/v:major.:minor"], "/v.2", undefined],
    ["placeholders may stand side by side", ["/aliases/:a:run"], "/aliases/x:run", "/aliases/:a:run"],
    ["a literal beats text around a placeholder", ["/v:n", "/v1"], "/v1", "/v1"],
    ["text around a placeholder beats none", ["/:x", "/v:n"], "/v1", "/v:n"],
    ["more text around a placeholder wins", ["/:a.gz", "/:a.tar.gz"], "/x.tar.gz", "/:a.tar.gz"],
    ["text that does not fit leaves it to others", ["/v:n/x", "/:a/x"], "/w1/x", "/:a/x"],
    ["text around is decoded, too", ["/a%20:x"], "/a%20b", "/a%20:x"],
    ["an encoded colon ends a name", ["/:a%3Arun"], "/x:run", "/:a%3Arun"],
    ["an optional placeholder may be missing", ["/a/:b?"], "/a", "/a/:b?"],
    ["an optional placeholder may be there", ["/a/:b?"], "/a/1", "/a/:b?"],
    ["an optional placeholder is never empty", ["/a/:b?"], "/a/", undefined],
    ["several may be missing", ["/a/:b?/:c?"], "/a/1", "/a/:b?/:c?"],
    ["exact beats what is missing", ["/a/:b?", "/a"], "/a", "/a"],
    ["a repeated placeholder may be missing", ["/a/:b*"], "/a", "/a/:b*"],
    ["a repeated placeholder takes several", ["/a/:b*"], "/a/1/2/3", "/a/:b*"],
    ["a placeholder may be there once or more", ["/a/:b+"], "/a/1/2", "/a/:b+"],
    ["a placeholder with + may not be missing", ["/a/:b+"], "/a", undefined],
    ["an expression matches by itself", ["~^/v[0-9]+/users$"], "/v12/users", "~^/v[0-9]+/users$"],
    ["an expression is not anchored at its end", ["~^/v[0-9]+"], "/v1/x/y", "~^/v[0-9]+"],
    ["an expression sees decoded segments", ["~^/a b$"], "/a%20b", "~^/a b$"],
    ["an expression sees an encoded slash as such", ["~^/a/b$"], "/a%2Fb", undefined],
    ["an expression takes what is repeated as missing", ["~^/ab*$"], "/a", "~^/ab*$"],
    ["an expression may have alternatives", ["~^/a$|^/b$"], "/b", "~^/a$|^/b$"],
    ["an expression may ignore case", ["~^(?i)/users$"], "/USERS", "~^(?i)/users$"],
    ["placeholders beat expressions", ["~^/a/b", "/a/:x"], "/a/b", "/a/:x"],
    ["expressions beat what takes all", ["/a/*", "~^/a/[0-9]+$"], "/a/1", "~^/a/[0-9]+$"],
    ["what takes all is left the rest", ["/a/*", "~^/a/[0-9]+$"], "/a/b", "/a/*"],
    ["the oldest expression wins", ["~^/a.$", "~^/ab$"], "/ab", "~^/a.$"],
    ["a method's own mock wins", ["ANY /a", "/:x"], "/a", "/:x"],
    ["ANY takes what no other does", ["ANY /a", "POST /a"], "/a", "ANY /a"],
    ["a dead end is left again", ["/a/b/:x/c", "/a/:y/z/d"], "/a/b/z/d", "/a/:y/z/d"],
  ])("%s: %j for %j", async (_guarantee, mocks, request, expected) => {
    expect((await matcherOf(...mocks)).found(request)).toBe(expected);
  });

  test("HEAD is answered by GET mocks only", async () => {
    const { found } = await matcherOf("POST /a", "/a", "POST /b");
    expect(found("/a", "HEAD")).toBe("/a");
    expect(found("/b", "HEAD")).toBeUndefined();
  });

  test("HEAD prefers GET mocks to those for any method, which every method finds", async () => {
    const { found } = await matcherOf("ANY /a", "/a", "ANY /b");
    expect(found("/a", "HEAD")).toBe("/a");
    for (const method of ["HEAD", "OPTIONS", "PROPFIND", "DELETE"])
      expect(found("/b", method)).toBe("ANY /b");
  });

  test("mocks that are passed leave a request to the next ones, in their order", async () => {
    const texts = ["/a/*", "~^/a/b$", "/a/:x", "/a/b", "/a/:y", "ANY /a/b", "ANY /:x/b"];
    const mocks = texts.map(mock);
    const { match } = await buildMatcher(mocks);
    const passed = new Set<Mock>();
    const order: string[] = [];
    for (let next = match("GET", "/a/b"); next; next = match("GET", "/a/b", { passed })) {
      passed.add(next);
      order.push(texts[mocks.indexOf(next)] ?? "");
    }
    expect(order).toEqual(["/a/b", "/a/:x", "/a/:y", "~^/a/b$", "/a/*", "ANY /a/b", "ANY /:x/b"]);
  });

  test("parameters are those of the mock that answers, named groups among them", async () => {
    const expression = mock("~^/v(?P<major>[0-9]+)");
    const path = mock("/users/:id.:ext");
    const { params } = await buildMatcher([expression, path]);
    expect({ ...params(expression, "/v2/x") }).toEqual({ major: "2" });
    expect({ ...params(path, "/users/a%20b.json") }).toEqual({ id: "a b", ext: "json" });
  });

  test("methods are case-sensitive", async () => {
    expect((await matcherOf("/a")).found("/a", "get")).toBeUndefined();
  });
});

type Ranked = {
  one: Mock;
  rank: readonly [pattern: number, fewerLiterals: number, kinds: string, age: number];
};

function naiveMatch(mocks: readonly Mock[], method: string, path: string): Mock | undefined {
  const decoded = (text: string) =>
    text.split("/").map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
  const wanted = decoded(path).slice(1);
  const usable = mocks.filter((one) => one.enabled && one.method === method);
  const ranked = usable.flatMap((one, age): Ranked[] => {
    const raw = one.endpoint.split("/").slice(1);
    const kinds = raw.map((part, at) => {
      if (part === "*" && at === raw.length - 1) return "2";
      return /^:[A-Za-z_][A-Za-z0-9_]*$/.test(part) ? "1" : "0";
    });
    const literals = kinds.filter((kind) => kind === "0").length;
    const pattern = literals < kinds.length;
    if (JSON.stringify(decoded(one.endpoint).slice(1)) === JSON.stringify(wanted)) {
      return [{ one, rank: [pattern ? 1 : 0, 0, "", age] }];
    }
    const starred = kinds.at(-1) === "2";
    const fits =
      pattern &&
      (starred ? wanted.length >= raw.length : wanted.length === raw.length) &&
      wanted.every((segment, at) => {
        const kind = kinds[at] ?? "2";
        return kind === "0" ? segment === decoded(raw[at] ?? "")[0] : segment !== "";
      });
    return fits ? [{ one, rank: [2, -literals, kinds.join(""), age] }] : [];
  });
  ranked.sort((a, b) => {
    for (const at of [0, 1, 2, 3] as const) {
      const [left, right] = [a.rank[at], b.rank[at]];
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  });
  return ranked[0]?.one;
}

test("every request finds what a plain walk through all mocks finds", async () => {
  const alphabet = ["a", "a", "A", "b", "", ":x", ":x", ":y", "*", "%61", "a%2Fb", "%zz", "%3Ax", "é", ":"];
  const requests = [...["a", "a", "A", "b", "", ":x", "*", "%61", "%41", "a%2fb"], "%25zz", "%zz", "%C3%A9"];
  const pathOf = (segments: readonly string[]) =>
    fc.array(fc.constantFrom(...segments), { minLength: 1, maxLength: 4 }).map((all) => `/${all.join("/")}`);
  const mocksOf = fc.array(
    fc.record({
      method: fc.constantFrom("GET", "GET", "POST"),
      endpoint: pathOf(alphabet),
      enabled: fc.constantFrom(true, true, true, false),
    }),
    { maxLength: 25 },
  );
  const paths = fc.array(pathOf(requests), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(mocksOf, paths, async (mocks, wanted) => {
      const { match, explainMiss } = await buildMatcher(mocks);
      for (const path of wanted) {
        const found = match("GET", path);
        expect(found).toBe(naiveMatch(mocks, "GET", path));
        if (!found) expect(await explainMiss("GET", path)).not.toBe("");
      }
    }),
  );
});
