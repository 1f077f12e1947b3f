import { describe, expect, it } from "vitest";
import { isKey } from "@/lib/auth/key-text";
import { expectRefusal, issuePaths, send } from "./client";
import { type ApiKey, bearer, createKey, createSite, done, unknownId } from "./fixtures";
import { create, keysOf, listed, member, reference, setUpSite, site } from "./key-site";

setUpSite();

describe("creating a key", () => {
  it("shows it once, with its first ten characters as prefix and a checksum in it", async () => {
    const { key, ...shown } = await done<ApiKey>(create({ name: " CI " }), 201);
    expect(key).toMatch(/^fk_[0-9A-Za-z]{36}$/);
    expect(isKey(key)).toBe(true);
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectId: site.project.id,
      name: "CI",
      prefix: key.slice(0, 10),
      ...{ scope: "admin", scopes: ["admin"], personal: false },
      ...{ environmentKey: null, origins: null, expiresAt: null },
      ...{ lastUsedAt: null, lastUsedFrom: null, lastUsedAgent: null },
      revokedAt: null,
      createdBy: { userId: site.owner.id, name: "Ada", email: site.owner.email, isMember: true },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: shown.createdAt,
    });
    expect(await listed({ id: shown.id } as ApiKey)).toEqual(shown);
  });

  it("no two keys are alike", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => createKey(site.owner, reference())));
    expect(new Set(made.map(({ key }) => key)).size).toBe(20);
  });

  it.each([
    ["2090-01-31T12:00:00Z", "2090-01-31T12:00:00.000Z"],
    ["2090-01-31T12:00:00.5+02:00", "2090-01-31T10:00:00.500Z"],
    ["2090-01-31", "2090-01-31T00:00:00.000Z"],
    [null, null],
  ])("expires at %j", async (expiresAt, stored) => {
    expect(await done(create({ name: "x", expiresAt }), 201)).toMatchObject({ expiresAt: stored });
  });

  it.each([
    ["name", ""],
    ["name", "  "],
    ["name", "x".repeat(201)],
    ["name", 1],
    ["name", null],
    ["name", undefined],
    ["expiresAt", "2001-01-01T00:00:00Z"],
    ["expiresAt", new Date().toISOString()],
    ["expiresAt", "2001-01-01"],
    ["expiresAt", "2090-02-30"],
    ["expiresAt", "tomorrow"],
    ["expiresAt", ""],
    ["expiresAt", 4_000_000_000],
    ["expiresAt", {}],
  ])("%s %j is 400", async (field, value) => {
    expect(issuePaths(await create({ name: "x", [field]: value }))).toEqual([field]);
  });

  it("every problem is listed at once", async () => {
    expect(issuePaths(await create({ name: "", expiresAt: "soon" })).sort()).toEqual(["expiresAt", "name"]);
  });

  it("an Idempotency-Key never shows the key a second time", async () => {
    const once = () =>
      site.owner.call("POST", keysOf(site), { name: "once" }, { "idempotency-key": "a-key" });
    const { key } = await done<ApiKey>(once(), 201);
    const repeat = await once();
    expectRefusal(repeat, 409);
    expect(repeat.text()).not.toContain(key);
    const made = (await done<ApiKey[]>(site.owner.get(keysOf(site)))).filter(({ name }) => name === "once");
    expect(made).toHaveLength(1);
  });
});

describe("the list of keys", () => {
  it("is newest first, shows revoked ones too, and no key but the prefix", async () => {
    const fresh = await createSite();
    const made: ApiKey[] = [];
    for (let count = 0; count < 3; count += 1)
      made.push(await createKey(fresh.owner, fresh.project.referenceId));
    await done(fresh.owner.delete(`${keysOf(fresh)}/${made[1]?.id}`));
    const answer = await fresh.owner.get(keysOf(fresh));
    expect(answer.json<ApiKey[]>().map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse());
    expect(answer.json<ApiKey[]>().map(({ revokedAt }) => revokedAt !== null)).toEqual([false, true, false]);
    for (const { key, prefix } of made) {
      expect(answer.text()).not.toContain(key);
      expect(answer.text()).toContain(prefix);
    }
    for (const each of answer.json<ApiKey[]>()) expect(each).not.toHaveProperty("hash");
  });

  it("is for people only: a valid key of the project is 401 Unauthorized on all of it", async () => {
    const { id, key } = await createKey(site.owner, reference());
    for (const headers of [bearer(key), { "x-api-key": key }]) {
      for (const [method, path] of [
        ["GET", keysOf(site)],
        ["POST", keysOf(site)],
        ["DELETE", `${keysOf(site)}/${id}`],
        ["POST", `${keysOf(site)}/${id}/roll`],
      ] as const) {
        expectRefusal(await send({ method, path, headers }), 401, "Unauthorized");
        expectRefusal(await site.owner.call(method, path, undefined, headers), 401, "Unauthorized");
      }
    }
  });

  it("members see it, and neither create, revoke nor roll", async () => {
    const { id } = await createKey(site.owner, reference());
    expect((await member.get(keysOf(site))).status).toBe(200);
    const admin = "Requires admin role on this project";
    expectRefusal(await member.post(keysOf(site), { name: "x" }), 403, admin);
    expectRefusal(await member.delete(`${keysOf(site)}/${id}`), 403, admin);
    expectRefusal(await member.post(`${keysOf(site)}/${id}/roll`, {}), 403, admin);
  });

  it("takes the project's reference id and refuses its UUID", async () => {
    const { id } = await createKey(site.owner, reference());
    for (const project of [site.project.id, unknownId, "nonsense", "0".repeat(27)]) {
      const path = `/api/projects/${project}/api-keys`;
      for (const answer of [
        await site.owner.get(path),
        await site.owner.post(path, { name: "x" }),
        await site.owner.delete(`${path}/${id}`),
        await site.owner.post(`${path}/${id}/roll`, {}),
      ]) {
        expectRefusal(answer, 404, "Project not found");
      }
    }
  });
});
