import { beforeAll, describe, expect, it } from "vitest";
import { isKey } from "@/lib/auth/key-text";
import { type Answer, expectRefusal, send, statusesOf } from "./client";
import {
  type ApiKey,
  bearer,
  createKey,
  createSite,
  done,
  join,
  type Person,
  postJson,
  type Site,
  signUp,
  unknownId,
} from "./fixtures";

let site: Site;
let member: Person;

beforeAll(async () => {
  site = await createSite();
  member = await signUp();
  await join(site.owner, site.team.id, member);
});

const keysOf = ({ project }: Site) => `/api/projects/${project.referenceId}/api-keys`;
const create = (fields: Record<string, unknown>) => site.owner.post(keysOf(site), fields);
const issuePaths = (answer: Answer) => (expectRefusal(answer, 400).issues ?? []).map(({ path }) => path);
const listed = async ({ id }: ApiKey) =>
  (await done<ApiKey[]>(site.owner.get(keysOf(site)))).find((each) => each.id === id);

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
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
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

const reference = () => site.project.referenceId;

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

describe("using a key", () => {
  let key: string;
  let foreign: string;
  let other: Site;

  beforeAll(async () => {
    other = await createSite();
    key = (await createKey(site.owner, reference())).key;
    foreign = (await createKey(other.owner, other.project.referenceId)).key;
  });

  const flags = () => `/api/projects/${reference()}/flags`;
  const wrongChecksum = () => `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;

  it.each<[name: string, headers: () => Record<string, string>, status: number]>([
    ["a bearer", () => ({ authorization: `Bearer ${key}` }), 200],
    ["a bearer in lower case", () => ({ authorization: `bearer ${key}` }), 200],
    ["a bearer after more spaces", () => ({ authorization: `Bearer   ${key}` }), 200],
    ["x-api-key", () => ({ "x-api-key": key }), 200],
    ["X-API-KEY", () => ({ "X-API-KEY": key }), 200],
    ["a good bearer beside a bad x-api-key", () => ({ ...bearer(key), "x-api-key": "fk_bad" }), 200],
    ["a bad bearer beside a good x-api-key", () => ({ ...bearer("fk_bad"), "x-api-key": key }), 401],
    [
      "another scheme beside a good x-api-key",
      () => ({ authorization: "Basic YTpi", "x-api-key": key }),
      200,
    ],
    ["a key with a wrong checksum", () => bearer(wrongChecksum()), 401],
    ["a key with something after it", () => bearer(`${key}x`), 401],
    ["a key in other letter case", () => bearer(key.toUpperCase()), 401],
    ["the prefix", () => bearer(key.slice(0, 10)), 401],
  ])("%s", async (_, headers, status) => {
    const answer = await send({ path: flags(), headers: headers() });
    if (status === 200) expect(answer.status, answer.text()).toBe(200);
    else expectRefusal(answer, status, "Invalid or expired API key");
    const sdk = await send({ path: "/api/flags/nobody", headers: headers() });
    if (status === 200) expectRefusal(sdk, 404, "Record not found");
    else expectRefusal(sdk, status, "Invalid or revoked API key");
  });

  it("opens every kind of project path, as an admin", async () => {
    for (const part of ["mocks", "webhooks"]) {
      const path = `/api/projects/${site.project.id}/${part}`;
      expect((await send({ path, headers: bearer(key) })).status, path).toBe(200);
    }
    for (const part of ["flags", "groups", "environments"]) {
      const path = `/api/projects/${reference()}/${part}`;
      expect((await send({ path, headers: { "x-api-key": key } })).status, path).toBe(200);
    }
    const environments = `/api/projects/${reference()}/environments`;
    const first = (await done<{ id: string }[]>(site.owner.get(environments)))[0];
    const made = await postJson(environments, { name: "By key", isDefault: true }, bearer(key));
    expect(made.status, made.text()).toBe(201);
    const removal = { method: "DELETE", path: `${environments}/${first?.id}`, headers: bearer(key) };
    expect((await send(removal)).status).toBe(200);
  });

  it("is refused on another project, with its own cookie or another's too", async () => {
    const message = "API key does not have access to this project";
    for (const path of [flags(), site.mocks]) {
      expectRefusal(await send({ path, headers: bearer(foreign) }), 403, message);
      expectRefusal(await site.owner.call("GET", path, undefined, bearer(foreign)), 403, message);
    }
  });

  it("learns that a project is unknown before anything else", async () => {
    for (const path of [`/api/projects/${"1".repeat(27)}/flags`, `/api/projects/${unknownId}/mocks`]) {
      expectRefusal(await send({ path, headers: bearer(key) }), 404, "Project not found");
    }
  });

  it("is 401 Unauthorized on team paths, though it is good", async () => {
    for (const path of ["/api/teams", `/api/teams/${site.team.id}`, `/api/teams/${site.team.id}/projects`]) {
      expectRefusal(await send({ path, headers: bearer(key) }), 401, "Unauthorized");
      expectRefusal(await site.owner.call("GET", path, undefined, { "x-api-key": key }), 401, "Unauthorized");
    }
  });

  it("notes the first use, and not each use of the same minute", async () => {
    const made = await createKey(site.owner, reference());
    const use = () => send({ path: flags(), headers: bearer(made.key) });
    const before = Date.now();
    await use();
    const lastUsedAt = await until(async () => (await listed(made))?.lastUsedAt as string | null);
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(lastUsedAt)).toBeLessThanOrEqual(Date.now());
    for (let count = 0; count < 5; count += 1) await use();
    expect(await listed(made)).toMatchObject({ lastUsedAt });
  });

  it("a refused use of another's path counts as a use, a use on a path for people does not", async () => {
    const [refused, unheard] = [
      await createKey(site.owner, reference()),
      await createKey(site.owner, reference()),
    ];
    await send({ path: other.mocks, headers: bearer(refused.key) });
    await send({ path: keysOf(site), headers: bearer(unheard.key) });
    await until(async () => (await listed(refused))?.lastUsedAt as string | null);
    expect(await listed(unheard)).toMatchObject({ lastUsedAt: null });
  });
});

/** Asks again until there is an answer: what is written beside a request follows it by a moment. */
async function until<T>(ask: () => Promise<T | null | undefined>): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const found = await ask();
    if (found !== null && found !== undefined) return found;
    expect(Date.now(), "it did not happen in time").toBeLessThan(deadline);
  }
}

/** What a key opens: its project's paths, and the SDK's. */
async function expectDead(key: string): Promise<void> {
  const path = `/api/projects/${reference()}/flags`;
  expectRefusal(await send({ path, headers: bearer(key) }), 401, "Invalid or expired API key");
  const sdk = await send({ path: "/api/flags/nobody", headers: { "x-api-key": key } });
  expectRefusal(sdk, 401, "Invalid or revoked API key");
}

async function expectAlive(key: string): Promise<void> {
  const answer = await send({ path: `/api/projects/${reference()}/flags`, headers: bearer(key) });
  expect(answer.status, answer.text()).toBe(200);
}

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
    const { key } = await createKey(site.owner, reference(), {
      expiresAt: new Date(Date.now() + 3000).toISOString(),
    });
    await expectAlive(key);
    await until(async () => {
      const { status } = await send({ path: "/api/flags/nobody", headers: bearer(key) });
      return status === 401 ? status : null;
    });
    await expectDead(key);
  });

  it("with its project or team, it is refused", async () => {
    for (const pathOf of [
      ({ team, project }: Site) => `/api/teams/${team.id}/projects/${project.id}`,
      ({ team }: Site) => `/api/teams/${team.id}`,
    ]) {
      const doomed = await createSite();
      const { key } = await createKey(doomed.owner, doomed.project.referenceId);
      expect((await send({ path: doomed.mocks, headers: bearer(key) })).status).toBe(200);
      await done(doomed.owner.delete(pathOf(doomed)));
      await expectDead(key);
    }
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
