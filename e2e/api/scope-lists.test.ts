import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, send } from "./client";
import { type ApiKey, bearer, createFlag, createKey, createSite, done, type Site } from "./fixtures";

let site: Site;
beforeAll(async () => {
  site = await createSite();
  await createFlag(site.owner, site.project.referenceId, { name: "Checkout", key: "checkout" });
});

const inProject = (path: string) => `/api/projects/${site.project.referenceId}/${path}`;
const make = (fields: object) => createKey(site.owner, site.project.referenceId, { ...fields });

/** Bodies are empty, so that allowed changes are 400 or 404. */
function as({ key }: ApiKey, method: string, path: string): Promise<Answer> {
  const json = { "content-type": "application/json" };
  if (method !== "POST") return send({ method, path, headers: bearer(key) });
  return send({ method, path, headers: { ...bearer(key), ...json }, body: "{}" });
}

describe("a key with a list of scopes", () => {
  /** A read and a change of each area. */
  const calls: Record<string, [string, string]> = {
    readMocks: ["GET", "mocks"],
    changeMocks: ["POST", "mocks"],
    readWebhooks: ["GET", "webhooks"],
    changeWebhooks: ["DELETE", "webhooks/unknown"],
    readFlags: ["GET", "flags"],
    changeFlags: ["POST", "segments"],
    readReleases: ["GET", "releases"],
    changeReleases: ["POST", "releases/generate"],
    readAuditLog: ["GET", "audit-log"],
    readActivity: ["GET", "activity"],
    evaluate: ["GET", "flags/check/checkout"],
  };

  it.each([
    [["mocks:write"], ["readMocks", "changeMocks"]],
    [["webhooks:write"], ["readWebhooks", "changeWebhooks"]],
    [["flags:read"], ["readFlags", "evaluate"]],
    [["flags:write"], ["readFlags", "changeFlags", "evaluate"]],
    [["releases:write"], ["readReleases", "changeReleases"]],
    [["audit:read"], ["readAuditLog"]],
    [
      ["evaluate", "audit:read", "mocks:write"],
      ["readMocks", "changeMocks", "readAuditLog", "evaluate"],
    ],
  ])("%j allows %j", async (scopes, allowed) => {
    const key = await make({ scopes });
    expect(key).toMatchObject({ scopes: expect.arrayContaining(scopes) });
    expect(key).not.toHaveProperty("scope");
    for (const [name, [method, path]] of Object.entries(calls)) {
      const answer = await as(key, method, inProject(path));
      if (allowed.includes(name)) expect([200, 400, 404], name).toContain(answer.status);
      else
        expect([answer.status, answer.json<{ error: string }>().error], name).toEqual([
          403,
          "Requires another scope",
        ]);
    }
  });

  it("learns which scope it needs", async () => {
    const answer = await as(await make({ scopes: ["audit:read", "mocks:write"] }), "GET", inProject("flags"));
    expect(answer.json()).toMatchObject({
      error: "Requires another scope",
      hint: "This operation needs a key with the scope flags:write, flags:read, read, or admin. This key has mocks:write and audit:read.",
    });
  });

  it("that names one basic scope, or all of them, is shown with `scope`", async () => {
    expect(await make({ scopes: ["read", "read"] })).toMatchObject({ scope: "read", scopes: ["read"] });
    expect(await make({ scopes: ["read", "admin"] })).toMatchObject({ scope: "admin", scopes: ["admin"] });
    const found = await done<ApiKey[]>(site.owner.get(`${inProject("api-keys")}?scope=audit:read&limit=100`));
    expect(found.length).toBeGreaterThan(0);
    for (const { scopes } of found) expect(scopes).toContain("audit:read");
  });

  it("evaluates flags with a local SDK, and reads no captured requests", async () => {
    const key = await make({ scopes: ["flags:read"] });
    expect((await as(key, "GET", "/api/sdk/snapshot")).status).toBe(200);
    expect((await as(key, "POST", "/api/ofrep/v1/evaluate/flags")).status).toBe(200);
    expect((await as(key, "GET", inProject("webhooks"))).status).toBe(403);
  });
});
