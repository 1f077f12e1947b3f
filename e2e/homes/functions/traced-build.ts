import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { run } from "next/dist/server/web/sandbox";
import type { Build } from "./front";
import { obeyed } from "./middleware";
import type { Route, Travelling } from "./routes";
import { filesIn } from "./static-files";
import { dist, layOutTraced } from "./traced-folder";

type NamedRoute = { page: string; namedRegex: string; routeKeys: Record<string, string> };
type Prerendered = { initialHeaders: Record<string, string> };
type Middleware = Pick<Parameters<typeof run>[0]["edgeFunctionEntry"], "assets" | "wasm" | "env"> & {
  name: string;
  files: string[];
};

const read = <T>(file: string) => JSON.parse(readFileSync(join(dist, file), "utf8")) as T;

/**
 * Makes of the last `npm run build` what a platform makes of it: one function with the files that Next lists for its
 * routes and pages, and the routes that lead to it. What the middleware is told stands in this process's environment.
 */
export function readTracedBuild(folder: string): Build {
  const paths = read<Record<string, string>>("app-path-routes-manifest.json");
  const pages = read<Record<string, string>>("server/pages-manifest.json");
  const handlers = Object.entries(pages).filter(([path]) => path.startsWith("/api/"));
  const entries = [
    ...Object.keys(paths).map((path) => `server/app${path}.js`),
    ...handlers.map(([, file]) => `server/${file}`),
  ];
  const built = { launcher: layOutTraced(entries, folder), isEdge: false, folder };
  const all = [...Object.values(paths), ...handlers.map(([path]) => path)];
  const files = prerendered();
  return {
    routes: [{ src: "^/.*$", middlewarePath: "middleware", continue: true }, ...dynamicRoutes()],
    functions: new Map(
      all.filter((path) => !files.has(path)).map((path) => [path === "/" ? "/index" : path, built]),
    ),
    file: filesIn("/_next/static/", join(dist, "static"), files),
    middleware: middlewareOf(),
  };
}

/** The parameters of a path go into its query, where Next looks for them when a platform has found the route. */
function dynamicRoutes(): Route[] {
  const { dynamicRoutes: found } = read<{ dynamicRoutes: NamedRoute[] }>("routes-manifest.json");
  return [
    { handle: "rewrite" },
    ...found.map(({ page, namedRegex, routeKeys }) => {
      const query = Object.keys(routeKeys).map((key) => `${key}=$${key}`);
      return { src: namedRegex, dest: `${page}?${query.join("&")}`, check: true };
    }),
  ];
}

/** Answers that the build has made, which a platform serves as files. */
function prerendered() {
  const { routes } = read<{ routes: Record<string, Prerendered> }>("prerender-manifest.json");
  return new Map(
    Object.entries(routes).map(([path, { initialHeaders }]) => [
      path,
      { path: join(dist, "server/app", `${path}.body`), contentType: initialHeaders["content-type"] },
    ]),
  );
}

/** Runs in the runtime that Next has for it, which knows no Node. */
function middlewareOf(): Build["middleware"] {
  const { middleware } = read<{ middleware: Record<string, Middleware> }>("server/middleware-manifest.json");
  const entry = middleware["/"];
  if (!entry) throw new Error("The build has no middleware.");
  const load = createRequire(import.meta.url);
  // The sandbox hands on what Next's own server has put there.
  Object.assign(globalThis, { AsyncLocalStorage });
  const sandbox = load("next/dist/server/web/sandbox") as { run: typeof run };
  return async (travelling: Travelling, origin: string) => {
    const url = `${origin}${travelling.path}${travelling.query ? `?${travelling.query}` : ""}`;
    const { response } = await sandbox.run({
      name: entry.name,
      paths: entry.files.map((file) => join(dist, file)),
      edgeFunctionEntry: entry,
      distDir: dist,
      useCache: true,
      clientAssetToken: "",
      request: {
        url,
        method: travelling.method,
        headers: Object.fromEntries(travelling.headers),
        nextConfig: {},
        page: {},
        signal: AbortSignal.timeout(60_000),
        waitUntil: () => {},
      },
    });
    return obeyed(response, travelling);
  };
}
