import { startDatabase } from "@/db/database";
import type { Implementation } from "./implement";
import type { Operation } from "./operation";
import { allowedMethods, type RouteHandler, route, unknownPath, wrongMethod } from "./route";

type NextContext = { params: Promise<Record<string, string | string[]>> };
type NextHandler = (request: Request, context: NextContext) => Promise<Response>;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Exports = Record<(typeof methods)[number], NextHandler>;

/** The exports of one `route.ts`: each operation at its method, 405 with `Allow` at every other. */
export function routes(...implementations: Implementation<never>[]): Exports {
  const all = implementations as unknown as Implementation[];
  const otherwise = wrongMethod(allowedMethods(all.map(({ operation }) => operation)));
  return exportsOf((method) => {
    const wanted = method === "HEAD" ? "GET" : method;
    const found = all.find(({ operation }: { operation: Operation }) => operation.method === wanted);
    return found ? route(found) : otherwise;
  });
}

/** The exports of the catch-all: 404 at every method. */
export function noRoutes(): Exports {
  return exportsOf(() => unknownPath);
}

function exportsOf(handlerFor: (method: string) => RouteHandler): Exports {
  return Object.fromEntries(methods.map((method) => [method, adapt(handlerFor(method))])) as Exports;
}

function adapt(handler: RouteHandler): NextHandler {
  return async (request, context) => {
    await startDatabase();
    const params = await context.params;
    return handler(request, {
      params: Object.fromEntries(
        Object.entries(params ?? {}).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join("/") : decode(value),
        ]),
      ),
    });
  };
}

/** Next hands over parameters as they stood in the URL. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
