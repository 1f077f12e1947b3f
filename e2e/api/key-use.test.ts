import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, send } from "./client";
import { bearer, createKey, createSite, done, postJson, type Site, unknownId } from "./fixtures";
import { keysOf, listed, reference, setUpSite, site, until } from "./key-site";

setUpSite();

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
