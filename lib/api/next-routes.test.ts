import { afterEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/lib/operations/answer";

const context = { params: Promise.resolve({}) };
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Modules of their own, and a process that has declared nothing yet. */
async function load() {
  vi.resetModules();
  delete (globalThis as Record<symbol, unknown>)[Symbol.for("fieldkit.front")];
  const [routes, { declareOwnServer }] = await Promise.all([
    import("./next-routes"),
    import("./before-next"),
  ]);
  const served: string[] = [];
  const answer = async (request: Request) => {
    served.push(request.method);
    return jsonAnswer({ served: true });
  };
  return { ...routes, declareOwnServer, served, answer };
}

afterEach(() => vi.resetModules());

describe("route handlers of Next", () => {
  it("serve where Next is the HTTP server", async () => {
    const { readingRoute, answer, served } = await load();
    const response = await readingRoute(answer).GET(new Request("http://localhost/readyz"), context);
    expect([response.status, served]).toEqual([200, ["GET"]]);
  });

  it.each(methods)("answer 404 to %s behind Fieldkit's own server", async (method) => {
    const { readingRoute, pageRoute, noRoutes, routes, declareOwnServer, served, answer } = await load();
    const all = [readingRoute(answer), pageRoute(answer), noRoutes(), routes()];
    declareOwnServer();
    for (const each of all) {
      const request = new Request("http://localhost/api/teams", { method });
      const response = await each[method](request, context);
      expect(response.status).toBe(404);
      if (method !== "HEAD") expect(await response.json()).toMatchObject({ code: "not_found" });
    }
    expect(served).toEqual([]);
  });
});
