import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Travelling } from "./routes";

type EdgeRuntime = {
  evaluate(code: string): unknown;
  context: Record<string, unknown> & { Request: typeof Request };
};
type Entry = (request: Request, event: { waitUntil(work: Promise<unknown>): void }) => Promise<Response>;

const load = createRequire(import.meta.url);

/** Loads a built middleware into the runtime that Next and Vercel have for it, which knows no Node. */
export function loadMiddleware(folder: string, env: NodeJS.ProcessEnv) {
  const { EdgeRuntime } = load("next/dist/compiled/edge-runtime") as {
    EdgeRuntime: new (options: object) => EdgeRuntime;
  };
  const config = JSON.parse(readFileSync(join(folder, ".vc-config.json"), "utf8")) as {
    entrypoint: string;
    environment: Record<string, string>;
  };
  const runtime = new EdgeRuntime({
    extend: (context: Record<string, unknown>) =>
      Object.assign(context, {
        AsyncLocalStorage,
        process: { env: { ...env, ...config.environment } },
        require: (name: string) => load(name.startsWith("node:") ? name : `node:${name}`) as unknown,
      }),
  });
  const source = readFileSync(join(folder, config.entrypoint), "utf8");
  const code = source.replace(/^\s*export default /m, "globalThis.__entry = ");
  runtime.evaluate(code);
  const entry = runtime.context.__entry as Entry;
  return async (travelling: Travelling, origin: string): Promise<Response | undefined> => {
    const url = `${origin}${travelling.path}${travelling.query ? `?${travelling.query}` : ""}`;
    const request = new runtime.context.Request(url, {
      method: travelling.method,
      // In pairs: a record has no place for a header called `__proto__`.
      headers: [...travelling.headers],
    });
    const response = await entry(request, { waitUntil: () => {} });
    return obeyed(response, travelling);
  };
}

const own = /^x-middleware-/;

/** Does with the request what the middleware says; its own answer, if it has one. */
export function obeyed(response: Response, travelling: Travelling): Response | undefined {
  const { headers } = response;
  const rewrite = headers.get("x-middleware-rewrite");
  if (headers.get("x-middleware-next") !== "1" && rewrite === null) return response;
  const overridden = headers.get("x-middleware-override-headers");
  if (overridden !== null) {
    const names = overridden.split(",").map((each) => each.trim());
    for (const name of [...travelling.headers.keys()])
      if (!names.includes(name)) travelling.headers.delete(name);
    for (const name of names) {
      const value = headers.get(`x-middleware-request-${name}`);
      if (value !== null) travelling.headers.set(name, value);
    }
  }
  for (const [name, value] of headers) if (!own.test(name)) travelling.answered.append(name, value);
  if (rewrite !== null) {
    const { pathname, search } = new URL(rewrite, "http://localhost");
    travelling.path = pathname;
    travelling.asked = pathname;
    travelling.query = search.slice(1);
  }
  return undefined;
}
