import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { table } from "@/lib/http/table";

const appDir = fileURLToPath(new URL("../../app/", import.meta.url));
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Answers 404 for every path that no operation has. */
const fallback = "/api/[...path]";
/** Project hosts are rewritten to it; it has no address of its own. */
const publicHost = /^\/(api\/)?(public|project|mock)[\w-]*(\/|$)/;
/** better-auth answers everything below it. */
const authFallback = "/api/auth/[...all]";

type RouteFile = { path: string; exported: string[] };

function routeFiles(): RouteFile[] {
  return readdirSync(appDir, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /^api\/(.*\/)?route\.ts$/.test(name))
    .map((name) => ({
      path: `/${name.replace(/\/route\.ts$/, "").replace(/\([^)]+\)\//g, "")}`,
      exported: exportedMethods(readFileSync(`${appDir}${name}`, "utf8")),
    }));
}

function exportedMethods(source: string): string[] {
  const lists = [...source.matchAll(/export\s+(?:const\s+)?\{([^}]*)\}/g)].map(([, names = ""]) => names);
  return methods.filter(
    (method) =>
      new RegExp(`export\\s+(?:async\\s+)?(?:const|function)\\s+${method}\\b`).test(source) ||
      lists.some((names) => new RegExp(`\\b${method}\\b(?!\\s+as\\b)`).test(names)),
  );
}

const asRoute = (path: string) => path.replace(/:(\w+)/g, "[$1]");
const isExempt = ({ path }: RouteFile) => path === fallback || path === authFallback || publicHost.test(path);

describe("the table and the route files agree", () => {
  const files = routeFiles();

  it("there are route files and operations", () => {
    expect(files.length).toBeGreaterThan(0);
    expect(table.length).toBeGreaterThan(0);
  });

  it("each path has all methods of its operations exported by its route file", () => {
    const missing = table.flatMap(({ operation }) => {
      const { method, path } = operation;
      const isAuth = path.startsWith("/api/auth/");
      const file =
        files.find((each) => each.path === asRoute(path)) ??
        (isAuth ? files.find((each) => each.path === authFallback) : undefined);
      return file?.exported.includes(method) ? [] : [`${method} ${path}`];
    });
    expect(missing).toEqual([]);
  });

  it("each method that a route file exports on its own is an operation, a HEAD or a refusal of its method", () => {
    const known = new Set(table.map(({ operation }) => asRoute(operation.path)));
    const superfluous = files
      .filter((file) => !isExempt(file) && !known.has(file.path))
      .map(({ path }) => path);
    expect(superfluous).toEqual([]);
  });

  it("every other path is answered by the fallback", () => {
    expect(files.map(({ path }) => path)).toContain(fallback);
  });

  it("no two operations share method and path", () => {
    const pairs = table.map(({ operation }) => `${operation.method} ${asRoute(operation.path)}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });
});
