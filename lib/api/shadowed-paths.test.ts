import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { table } from "./table";

const appDir = fileURLToPath(new URL("../../app/", import.meta.url));

/** Parameters with ids that we make, which are never a word. Others are chosen by callers. */
const ourIds = new Set(["mockId", "callId", "passkeyId", "releaseId", "webhookId"]);

type Path = { parts: string[]; operations: { id: string; method: string }[] };

const isNamed = (part: string | undefined) => part?.startsWith(":") === true;

const paths: Path[] = [...new Set(table.map(({ operation }) => operation.path))].map((path) => ({
  parts: path.split("/").slice(1),
  operations: table
    .map(({ operation }) => operation)
    .filter((each) => each.path === path)
    .map(({ id, method }) => ({ id, method })),
}));

/** Next takes the path whose first different part is a word. */
function shadows(one: Path, other: Path): boolean {
  if (one.parts.length !== other.parts.length) return false;
  const places = one.parts.map((part, at) => [part, other.parts[at]] as const);
  if (places.some(([a, b]) => a !== b && !isNamed(a) && !isNamed(b))) return false;
  const different = places.find(([a, b]) => isNamed(a) !== isNamed(b));
  return different !== undefined && !isNamed(different[0]);
}

/** What parameters of this path are where the other one has words. */
function wordsOf({ parts }: Path, other: Path): [name: string, word: string][] {
  return parts.flatMap((part, at) => {
    const word = other.parts[at] ?? "";
    return isNamed(part) && !isNamed(word) ? [[part.slice(1), word] as [string, string]] : [];
  });
}

const pairs = paths.flatMap((first) =>
  paths
    .filter((second) => shadows(first, second))
    .map((second) => ({ first, second, words: wordsOf(second, first) }))
    .filter(({ words }) => !words.some(([name]) => ourIds.has(name))),
);
const cases = pairs.map(
  (pair) => [`/${pair.first.parts.join("/")}`, `/${pair.second.parts.join("/")}`, pair] as const,
);
type Pair = (typeof pairs)[number];

/** Operations of the second path by a method that the first one does not have. */
const hiddenBy = ({ first, second }: Pair) =>
  second.operations.filter(({ method }) => !first.operations.some((each) => each.method === method));

const handlerOf = (id: string) => `handle${id.charAt(0).toUpperCase()}${id.slice(1)}`;
/** What the file at a path wires, whatever it exports. */
const wiringAt = (parts: readonly string[]) => {
  const file = `${appDir}${parts.map((part) => part.replace(/^:(.*)/, "[$1]")).join("/")}/route.ts`;
  return existsSync(file) ? readFileSync(file, "utf8").replace(/^import .*$/gm, "") : "";
};
/** The path that both have. */
const shared = ({ first, second }: Pair) =>
  first.parts.map((part, at) => (isNamed(part) ? (second.parts[at] ?? part) : part));

describe("a path of words does not hide what a path with parameters has there", () => {
  test("there are such paths", () => {
    expect(cases.map(([first]) => first)).toContain("/api/projects/:projectId/flags/check/:flagKey");
  });

  test.each(cases)("%s and %s", (_first, _second, pair) => {
    const { first, second } = pair;
    const hidden = hiddenBy(pair);
    if (hidden.length === 0) return;
    const wiring = wiringAt(shared(pair));
    for (const { id } of [...first.operations, ...hidden]) expect(wiring).toContain(handlerOf(id));
    for (const [name, word] of [...pair.words, ...wordsOf(first, second)])
      expect(wiring).toContain(`${name}: "${word}"`);
  });

  test("each file that is wired to several paths is at one that they share", () => {
    const places = new Set(
      pairs.filter((pair) => hiddenBy(pair).length > 0).map((pair) => shared(pair).join("/")),
    );
    const files = readdirSync(appDir, { recursive: true, encoding: "utf8" })
      .filter(
        (name) =>
          name.endsWith("route.ts") && readFileSync(`${appDir}${name}`, "utf8").includes("routesAlso"),
      )
      .map((name) => name.replace(/\/route\.ts$/, "").replace(/\[(\w+)\]/g, ":$1"));
    expect(new Set(files)).toEqual(places);
  });

  test("a method that both have is the first one's at the other door, too", () => {
    const placeOf = (id: string) => table.findIndex(({ operation }) => operation.id === id);
    for (const { first, second } of pairs) {
      for (const { id, method } of first.operations) {
        const same = second.operations.find((each) => each.method === method);
        if (same) expect(placeOf(id), `${id} before ${same.id}`).toBeLessThan(placeOf(same.id));
      }
    }
  });
});
