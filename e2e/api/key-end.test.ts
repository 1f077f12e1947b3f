import { describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, send, statusesOf } from "./client";
import { type ApiKey, bearer, createKey, createSite, done, unknownId } from "./fixtures";
import { expectAlive, expectDead, keysOf, listed, reference, setUpSite, site, until } from "./key-site";
import { withTimeAhead } from "./near-future";

setUpSite();

describe("the end of a key", () => {
  it("revoked, it is refused from the next request on, and stays so", async () => {
    const made = await createKey(site.owner, reference());
    await expectAlive(made.key);
    const path = `${keysOf(site)}/${made.id}`;
    expect(await done(site.owner.delete(path))).toEqual({ success: true });
    await expectDead(made.key);
    const first = await listed(made);
    expect(first?.revokedAt).toEqual(expect.any(String));
    expect(await done(site.owner.delete(path))).toEqual({ success: true });
    expect(await listed(made)).toEqual(first);
    await expectDead(made.key);
  });

  it("no request that begins after the revocation's answer gets through, whatever is under way", async () => {
    const made = await createKey(site.owner, reference());
    let revoked = false;
    let ended = false;
    const late: number[] = [];
    const lane = async () => {
      while (!ended) {
        const isLate = revoked;
        const { status } = await send({
          path: `/api/projects/${reference()}/flags`,
          headers: bearer(made.key),
        });
        if (isLate) late.push(status);
      }
    };
    const lanes = Array.from({ length: 8 }, lane);
    await done(site.owner.delete(`${keysOf(site)}/${made.id}`));
    revoked = true;
    while (late.length < 40) await expectDead(made.key);
    ended = true;
    await Promise.all(lanes);
    expect(new Set(late)).toEqual(new Set([401]));
  });

  it("expired, it is refused", async () => {
    const key = await withTimeAhead(1000, async (expiresAt) => {
      const made = await createKey(site.owner, reference(), { expiresAt });
      await expectAlive(made.key);
      return made.key;
    });
    await until(async () => {
      const { status } = await send({ path: "/api/flags/nobody", headers: bearer(key) });
      return status === 401 ? status : null;
    });
    await expectDead(key);
  });

  it("with its project, it is refused", async () => {
    const doomed = await createSite();
    const { key } = await createKey(doomed.owner, doomed.project.referenceId);
    expect((await send({ path: doomed.mocks, headers: bearer(key) })).status).toBe(200);
    await done(doomed.owner.delete(`/api/teams/${doomed.team.id}/projects/${doomed.project.id}`));
    await expectDead(key);
  });

  it("an unknown key, a malformed id and another project's key are 404 API key not found", async () => {
    const other = await createSite();
    const { id } = await createKey(other.owner, other.project.referenceId);
    for (const keyId of [unknownId, "nonsense", id]) {
      const path = `${keysOf(site)}/${keyId}`;
      expectRefusal(await site.owner.delete(path), 404, "API key not found");
      expectRefusal(await site.owner.post(`${path}/roll`, {}), 404, "API key not found");
    }
  });
});

describe("rolling a key", () => {
  const roll = ({ id }: ApiKey, body: unknown = {}) => site.owner.post(`${keysOf(site)}/${id}/roll`, body);

  it("makes a successor of the same name, and the old key holds through the grace", async () => {
    const old = await createKey(site.owner, reference(), { name: "Deploys" });
    const before = Date.now();
    const successor = await done<ApiKey>(roll(old, { graceMinutes: 10 }), 201);
    expect(successor).toEqual({
      ...old,
      id: successor.id,
      key: successor.key,
      prefix: successor.key.slice(0, 10),
      createdAt: successor.createdAt,
      updatedAt: successor.updatedAt,
    });
    expect(successor.key).not.toBe(old.key);
    await expectAlive(old.key);
    await expectAlive(successor.key);
    const rolled = await listed(old);
    expect(rolled?.revokedAt).toBeNull();
    const expiresAt = String(rolled?.expiresAt);
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 600_000);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 600_000);
  });

  it("without grace ends the old key at once", async () => {
    const old = await createKey(site.owner, reference());
    await expectAlive(old.key);
    const { key } = await done<ApiKey>(roll(old), 201);
    await expectDead(old.key);
    await expectAlive(key);
    expect((await listed(old))?.revokedAt).toEqual(expect.any(String));
  });

  it("gives the successor as long a life, and never lengthens the old key's", async () => {
    const soon = Date.now() + 60_000;
    const old = await createKey(site.owner, reference(), { expiresAt: new Date(soon).toISOString() });
    const successor = await done<ApiKey>(roll(old, { graceMinutes: 60 }), 201);
    expect(await listed(old)).toMatchObject({ expiresAt: old.expiresAt });
    const lifeOf = ({ createdAt, expiresAt }: ApiKey) =>
      Date.parse(String(expiresAt)) - Date.parse(String(createdAt));
    expect(lifeOf(successor)).toBe(lifeOf(old));
  });

  it("a revoked key, and one that was rolled, are 409", async () => {
    const [revoked, rolled] = [
      await createKey(site.owner, reference()),
      await createKey(site.owner, reference()),
    ];
    await done(site.owner.delete(`${keysOf(site)}/${revoked.id}`));
    await done(roll(rolled, { graceMinutes: 5 }), 201);
    for (const key of [revoked, rolled]) {
      expect(expectRefusal(await roll(key, { graceMinutes: 5 }), 409).code).toBe("conflict");
    }
  });

  it("of 20 rolls at once one makes a successor", async () => {
    const old = await createKey(site.owner, reference(), { name: "raced" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => roll(old, { graceMinutes: 1 })));
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
    const named = (await done<ApiKey[]>(site.owner.get(keysOf(site)))).filter(({ name }) => name === "raced");
    expect(named).toHaveLength(2);
  });

  it.each([-1, 0.5, 10_081, "5", null, {}])("graceMinutes %j is 400", async (graceMinutes) => {
    const old = await createKey(site.owner, reference());
    expect(issuePaths(await roll(old, { graceMinutes }))).toEqual(["graceMinutes"]);
    await expectAlive(old.key);
  });
});
