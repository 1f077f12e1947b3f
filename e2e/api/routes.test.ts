import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { table } from "@/lib/api/table";

const appDir = fileURLToPath(new URL("../../app/", import.meta.url));
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Answers 404 for every path that no operation has. */
const fallback = "/api/[[...path]]";

type RouteFile = { path: string; exported: string[]; wires: string[] };

function routeFiles(): RouteFile[] {
  return readdirSync(appDir, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /^api\/(.*\/)?route\.ts$/.test(name))
    .map((name) => {
      const source = readFileSync(`${appDir}${name}`, "utf8");
      const [, wired = ""] = /\broutes\(([^)]*)\)/.exec(source) ?? [];
      return {
        path: `/${name.replace(/\/route\.ts$/, "").replace(/\([^)]+\)\//g, "")}`,
        exported: exportedMethods(source),
        wires: wired.match(/\w+/g)?.sort() ?? [],
      };
    });
}

const handlerOf = (operationId: string) =>
  `handle${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;

function exportedMethods(source: string): string[] {
  const lists = [...source.matchAll(/export\s+(?:const\s+)?\{([^}]*)\}/g)].map(([, names = ""]) => names);
  return methods.filter(
    (method) =>
      new RegExp(`export\\s+(?:async\\s+)?(?:const|function)\\s+${method}\\b`).test(source) ||
      lists.some((names) => new RegExp(`\\b${method}\\b(?!\\s+as\\b)`).test(names)),
  );
}

const asRoute = (path: string) => path.replace(/:(\w+)/g, "[$1]");

describe("the table and the route files agree", () => {
  const files = routeFiles();

  it("there are route files and operations", () => {
    expect(files.length).toBeGreaterThan(0);
    expect(table.length).toBeGreaterThan(0);
  });

  it("each path's file wires exactly the path's operations", () => {
    // Those without wires of their own are at a path that two others share: `lib/api/shadowed-paths.test.ts` is about them.
    const own = files.filter(({ path, wires }) => path !== fallback && wires.length > 0);
    const wired = own.map(({ path, wires }) => [path, wires]);
    const expected = new Map<string, string[]>();
    for (const { operation } of table) {
      const path = asRoute(operation.path);
      expected.set(path, [...(expected.get(path) ?? []), handlerOf(operation.id)].sort());
    }
    expect(Object.fromEntries(wired)).toEqual(Object.fromEntries(expected));
  });

  it("each file exports every method, so that the others answer 405 in our words", () => {
    for (const { path, exported } of files) expect(exported, path).toEqual([...methods]);
  });

  it("every other path is answered by the fallback", () => {
    expect(files.map(({ path }) => path)).toContain(fallback);
  });

  it("no two operations share method and path", () => {
    const pairs = table.map(({ operation }) => `${operation.method} ${asRoute(operation.path)}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });
});
