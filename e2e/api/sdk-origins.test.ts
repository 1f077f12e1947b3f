import { describe, expect, it } from "vitest";
import { type Answer, expectRefusal, send } from "./client";
import { bearer } from "./fixtures";
import { ask, base, createPlace, foreignKey, key, setUpSite } from "./sdk-site";

setUpSite();

describe("pages of any origin", () => {
  const origin = "https://app.example.com";
  const expectOpen = ({ headers }: Answer) => {
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers).not.toHaveProperty("access-control-allow-credentials");
    const exposed = String(headers["access-control-expose-headers"]).toLowerCase().split(/,\s*/);
    expect(exposed).toEqual(expect.arrayContaining(["etag", "retry-after"]));
  };

  it("may read every answer, refusals included", async () => {
    const { record } = await createPlace();
    const path = `/api/flags/${record.id}`;
    const etag = String((await ask(record.id)).headers.etag);
    const answers: [status: number, answer: Answer][] = [
      [200, await send({ path, headers: { ...bearer(key), origin } })],
      [304, await send({ path, headers: { ...bearer(key), origin, "if-none-match": etag } })],
      [401, await send({ path, headers: { origin } })],
      [401, await send({ path, headers: { ...bearer("fk_x"), origin } })],
      [403, await send({ path, headers: { ...bearer(foreignKey), origin } })],
      [404, await send({ path: "/api/flags/nobody", headers: { ...bearer(key), origin } })],
      [400, await send({ path: `${path}?env=a&env=b`, headers: { ...bearer(key), origin } })],
    ];
    for (const [status, answer] of answers) {
      expect(answer.status).toBe(status);
      expectOpen(answer);
    }
  });

  it("are told by a preflight what they may send, without a key", async () => {
    const answer = await send({
      method: "OPTIONS",
      path: "/api/flags/anything",
      headers: {
        origin,
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization,if-none-match",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.body).toHaveLength(0);
    expectOpen(answer);
    const list = (name: string) => String(answer.headers[name]).toLowerCase().split(/,\s*/);
    expect(list("access-control-allow-methods")).toEqual(["get", "head"]);
    expect(list("access-control-allow-headers").sort()).toEqual(
      ["authorization", "content-type", "if-none-match", "x-api-key"].sort(),
    );
    expect(Number(answer.headers["access-control-max-age"])).toBeGreaterThan(0);
  });

  it("another method is 405", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await send({ method, path: "/api/flags/x", headers: bearer(key) });
      expectRefusal(answer, 405);
      expect(answer.headers.allow).toBe("GET, HEAD");
    }
  });

  it("are told nothing by the management API", async () => {
    for (const [method, path] of [
      ["GET", `${base}/flags`],
      ["OPTIONS", `${base}/flags`],
      ["OPTIONS", "/api/teams"],
      ["GET", `${base}/records/x/values`],
    ] as const) {
      const headers = { ...bearer(key), origin, "access-control-request-method": "GET" };
      const answer = await send({ method, path, headers });
      const open = Object.keys(answer.headers).filter((name) => name.startsWith("access-control"));
      expect({ path, open }).toEqual({ path, open: [] });
    }
  });
});
