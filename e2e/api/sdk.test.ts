import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, expectRefusal, isServerDoor, send } from "./client";
import {
  bearer,
  createEnvironment,
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSite,
  done,
  type Environment,
  type FlagRecord,
  type Group,
  type GroupFlag,
  type Site,
  unique,
} from "./fixtures";

type Resolved = {
  recordId: string;
  projectId: string;
  environment: { id: string; name: string; key: string } | null;
  flags: Record<string, { enabled: boolean; rollout: number; source: string }>;
};

let site: Site;
let other: Site;
let key: string;
let foreignKey: string;
let group: Group;
let production: Environment;
let base: string;

beforeAll(async () => {
  [site, other] = await Promise.all([createSite(), createSite()]);
  const { owner, project } = site;
  base = `/api/projects/${project.referenceId}`;
  key = (await createKey(owner, project.referenceId)).key;
  foreignKey = (await createKey(other.owner, other.project.referenceId)).key;
  group = await createGroup(owner, project.referenceId);
  production = (await done<Environment[]>(owner.get(`${base}/environments`)))[0] as Environment;
});

const ask = (recordId: string, query = "", headers: Record<string, string> = {}) =>
  send({ path: `/api/flags/${recordId}${query}`, headers: { ...bearer(key), ...headers } });
const resolve = (recordId: string, query = "") => done<Resolved>(ask(recordId, query));
const named = ({ id, name, key }: Environment) => ({ id, name, key });
const overrideOf = (record: FlagRecord, flag: GroupFlag) =>
  `${base}/groups/${record.group.id}/records/${record.id}/values/${flag.id}`;

/** A group of its own with one flag and one record. */
async function createPlace(fields: Record<string, unknown> = {}) {
  const { owner, project } = site;
  const place = await createGroup(owner, project.referenceId);
  const flag = await createGroupFlag(owner, place, { key: "beta", ...fields });
  const record = await createRecord(owner, place);
  return { place, flag, record };
}

describe("resolving the flags of a record", () => {
  it("answers every flag of its group with where the value comes from", async () => {
    const fresh = await createGroup(site.owner, site.project.referenceId);
    const flagOf = (fields: Record<string, unknown>) => createGroupFlag(site.owner, fresh, fields);
    await flagOf({ key: "on", defaultEnabled: true });
    await flagOf({ key: "off" });
    await flagOf({ key: "never", defaultEnabled: true, defaultPercentage: 0 });
    const overridden = await flagOf({ key: "Over.ridden_" });
    const record = await createRecord(site.owner, fresh, { name: "Ada", metadata: { plan: "pro" } });
    await done(site.owner.put(overrideOf(record, overridden), { enabled: true, rollout: 100 }));
    const answer = await ask(record.id);
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.json()).toEqual({
      recordId: record.id,
      projectId: site.project.referenceId,
      environment: named(production),
      flags: {
        on: { enabled: true, rollout: 100, source: "group-default" },
        off: { enabled: false, rollout: 100, source: "group-default" },
        never: { enabled: false, rollout: 0, source: "group-default" },
        "Over.ridden_": { enabled: true, rollout: 100, source: "record" },
      },
    });
  });

  it("of a group without flags is empty", async () => {
    const { id } = await createRecord(site.owner, group);
    expect(await resolve(id)).toMatchObject({ environment: named(production), flags: {} });
  });

  it("falls back to the default of the field that an override does not set", async () => {
    const { flag, record } = await createPlace({ defaultEnabled: true, defaultPercentage: 0 });
    const put = (body: unknown) => done(site.owner.put(overrideOf(record, flag), body));
    await put({ rollout: 100 });
    expect((await resolve(record.id)).flags.beta).toEqual({ enabled: true, rollout: 100, source: "record" });
    await put({ enabled: false, rollout: null });
    expect((await resolve(record.id)).flags.beta).toEqual({ enabled: false, rollout: 0, source: "record" });
    await put({ enabled: null });
    expect((await resolve(record.id)).flags.beta).toEqual({
      enabled: false,
      rollout: 0,
      source: "group-default",
    });
  });

  it("env selects an environment by key or name, in any letter case; an unknown one has no flags", async () => {
    const { flag, record } = await createPlace({ defaultEnabled: false });
    const [name, envKey] = [unique("Québec QA"), unique("qa")];
    const qa = await createEnvironment(site.owner, site.project.referenceId, { name, key: envKey });
    await done(site.owner.put(overrideOf(record, flag), { enabled: true, environmentKey: envKey }));
    expect(await resolve(record.id)).toMatchObject({
      environment: named(production),
      flags: { beta: { enabled: false, source: "group-default" } },
    });
    for (const selector of [envKey, envKey.toUpperCase(), name, name.toLowerCase()]) {
      expect(await resolve(record.id, `?env=${encodeURIComponent(selector)}`), selector).toMatchObject({
        environment: named(qa),
        flags: { beta: { enabled: true, source: "record" } },
      });
    }
    for (const selector of ["nowhere", "", "toString"]) {
      expect(await resolve(record.id, `?env=${selector}`), selector).toEqual({
        recordId: record.id,
        projectId: site.project.referenceId,
        environment: null,
        flags: {},
      });
    }
    expectRefusal(await ask(record.id, "?env=a&env=b"), 400);
    expectRefusal(await ask(record.id, `?env=${"x".repeat(201)}`), 400);
  });
});

describe("who may resolve", () => {
  it("without a key it is 401 Missing API key, with a session too", async () => {
    const { id } = await createRecord(site.owner, group);
    const path = `/api/flags/${id}`;
    expectRefusal(await send({ path }), 401, "Missing API key");
    expectRefusal(await site.owner.get(path), 401, "Missing API key");
    expectRefusal(await send({ path, headers: { authorization: "Basic YTpi" } }), 401, "Missing API key");
  });

  it.each(["fk_x", "nonsense", "fk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O50Zb5Hm"])(
    "with the key %j it is 401 Invalid or revoked API key",
    async (bad) => {
      for (const headers of [bearer(bad), { "x-api-key": bad }]) {
        expectRefusal(await send({ path: "/api/flags/x", headers }), 401, "Invalid or revoked API key");
      }
    },
  );

  it("another project's record is 403, an unknown one 404", async () => {
    const { id } = await createRecord(site.owner, group);
    const path = `/api/flags/${id}`;
    const forbidden = "API key does not have access to this project";
    expectRefusal(await send({ path, headers: bearer(foreignKey) }), 403, forbidden);
    for (const unknown of ["nobody", "a.b", "%C3%A9", "x".repeat(500), "toString", "__proto__"]) {
      expectRefusal(await ask(unknown), 404, "Record not found");
    }
  });

  it("another project's record is 404 once it, its group or its project is gone", async () => {
    const ends: ((owner: Site, group: Group, record: FlagRecord) => string)[] = [
      (_, { id, projectId }, record) => `/api/projects/${projectId}/groups/${id}/records/${record.id}`,
      (_, { id, projectId }) => `/api/projects/${projectId}/groups/${id}`,
      ({ team, project }) => `/api/teams/${team.id}/projects/${project.id}`,
      ({ team }) => `/api/teams/${team.id}`,
    ];
    for (const end of ends) {
      const doomed = await createSite();
      const place = await createGroup(doomed.owner, doomed.project.referenceId);
      const record = await createRecord(doomed.owner, place);
      expectRefusal(await ask(record.id), 403);
      await done(doomed.owner.delete(end(doomed, place, record)));
      expectRefusal(await ask(record.id), 404, "Record not found");
      await createRecord(site.owner, group, { id: record.id });
      expect((await resolve(record.id)).recordId).toBe(record.id);
    }
  });
});

describe("revalidation", () => {
  const match = (recordId: string, tag: string) => ask(recordId, "", { "if-none-match": tag });

  it("the answer has an ETag, and a matching If-None-Match is answered 304 without a body", async () => {
    const { record } = await createPlace();
    const first = await ask(record.id);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(first.headers["cache-control"]).toBe("private, no-cache");
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, `"a,b" , W/${etag},"c"`, "*"]) {
      const answer = await match(record.id, tag);
      expect({ tag, status: answer.status }).toEqual({ tag, status: 304 });
      expect(answer.body).toHaveLength(0);
      expect(answer.headers).toMatchObject({ etag, "cache-control": "private, no-cache" });
      if (isServerDoor) expect(answer.headers).not.toHaveProperty("content-type");
    }
    for (const tag of ['"other"', etag.slice(1, -1), `W${etag}`.toLowerCase(), '""', "", `"x${etag}"`]) {
      const answer = await match(record.id, tag);
      expect({ tag, status: answer.status }).toEqual({ tag, status: 200 });
      expect(answer.text()).toBe(first.text());
    }
  });

  it("HEAD has the same headers and no body", async () => {
    const { record } = await createPlace();
    const [get, head] = [
      await ask(record.id),
      await send({ method: "HEAD", path: `/api/flags/${record.id}`, headers: bearer(key) }),
    ];
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    for (const name of ["etag", "content-type", "cache-control", "access-control-allow-origin"]) {
      expect(head.headers[name], name).toBe(get.headers[name]);
    }
  });

  it("each record and environment has a tag of its own, and the same answer the same one", async () => {
    const { place, record } = await createPlace();
    const second = await createRecord(site.owner, place);
    const tags = [
      (await ask(record.id)).headers.etag,
      (await ask(second.id)).headers.etag,
      (await ask(record.id, "?env=nowhere")).headers.etag,
    ];
    expect(new Set(tags).size).toBe(3);
    expect((await ask(record.id, "?env=PRODUCTION")).headers.etag).toBe(tags[0]);
  });
});

describe("a change holds for the next answer", () => {
  type Place = Awaited<ReturnType<typeof createPlace>>;
  const changes: [name: string, change: (at: Place) => Promise<unknown>, flags: Resolved["flags"]][] = [
    [
      "an override set",
      ({ record, flag }) => done(site.owner.put(overrideOf(record, flag), { enabled: true, rollout: 100 })),
      { beta: { enabled: true, rollout: 100, source: "record" } },
    ],
    [
      "a flag's default switched",
      ({ place, flag }) =>
        done(site.owner.put(`${base}/groups/${place.id}/flags/${flag.id}`, { defaultEnabled: true })),
      { beta: { enabled: true, rollout: 100, source: "group-default" } },
    ],
    [
      "a flag's percentage",
      ({ place, flag }) =>
        done(site.owner.put(`${base}/groups/${place.id}/flags/${flag.id}`, { defaultPercentage: 7 })),
      { beta: { enabled: false, rollout: 7, source: "group-default" } },
    ],
    [
      "a flag's key",
      ({ place, flag }) =>
        done(site.owner.put(`${base}/groups/${place.id}/flags/${flag.id}`, { key: "gamma" })),
      { gamma: { enabled: false, rollout: 100, source: "group-default" } },
    ],
    [
      "a flag added",
      ({ place }) => createGroupFlag(site.owner, place, { key: "added" }),
      {
        beta: { enabled: false, rollout: 100, source: "group-default" },
        added: { enabled: false, rollout: 100, source: "group-default" },
      },
    ],
    [
      "a flag deleted",
      ({ place, flag }) => done(site.owner.delete(`${base}/groups/${place.id}/flags/${flag.id}`)),
      {},
    ],
  ];

  it.each(changes)("%s", async (_, change, flags) => {
    const at = await createPlace();
    const before = await ask(at.record.id);
    await change(at);
    const after = await ask(at.record.id, "", { "if-none-match": String(before.headers.etag) });
    expect(after.status).toBe(200);
    expect(after.json<Resolved>().flags).toEqual(flags);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it("an override cleared, by either way", async () => {
    const { record, flag } = await createPlace();
    for (const clear of [
      () => site.owner.put(overrideOf(record, flag), { enabled: null, rollout: null }),
      () => site.owner.delete(overrideOf(record, flag)),
    ]) {
      await done(site.owner.put(overrideOf(record, flag), { enabled: true }));
      expect((await resolve(record.id)).flags.beta?.source).toBe("record");
      await done(clear());
      expect((await resolve(record.id)).flags.beta?.source).toBe("group-default");
    }
  });

  it("an environment renamed, made the default and deleted", async () => {
    const fresh = await createSite();
    const { owner, project } = fresh;
    const own = (await createKey(owner, project.referenceId)).key;
    const { id } = await createRecord(owner, await createGroup(owner, project.referenceId));
    const environments = `/api/projects/${project.referenceId}/environments`;
    const shown = async (query = "") =>
      (await done<Resolved>(send({ path: `/api/flags/${id}${query}`, headers: bearer(own) }))).environment;
    const first = await shown();
    const qa = await createEnvironment(owner, project.referenceId, { name: "QA" });
    expect(await shown("?env=qa")).toEqual(named(qa));
    await done(owner.put(`${environments}/${qa.id}`, { name: "Quality", key: "quality" }));
    expect(await shown("?env=qa")).toBeNull();
    expect(await shown("?env=quality")).toEqual({ id: qa.id, name: "Quality", key: "quality" });
    await done(owner.put(`${environments}/${qa.id}`, { isDefault: true }));
    expect((await shown())?.id).toBe(qa.id);
    await done(owner.delete(`${environments}/${first?.id}`));
    expect(await shown("?env=production")).toBeNull();
  });

  it("a record created after it was asked for, and deleted", async () => {
    const id = unique("late");
    expectRefusal(await ask(id), 404, "Record not found");
    await createRecord(site.owner, group, { id });
    expect((await resolve(id)).recordId).toBe(id);
    await done(site.owner.delete(`${base}/groups/${group.id}/records/${id}`));
    expectRefusal(await ask(id), 404, "Record not found");
  });

  it("under constant reading no answer that is asked for after a change is from before it", async () => {
    const { record, flag } = await createPlace();
    let ended = false;
    const lanes = Array.from({ length: 6 }, async () => {
      while (!ended) await resolve(record.id);
    });
    for (let round = 0; round < 20; round += 1) {
      const rollout = round * 5;
      await done(site.owner.put(overrideOf(record, flag), { enabled: true, rollout }));
      expect((await resolve(record.id)).flags.beta?.rollout).toBe(rollout);
    }
    ended = true;
    await Promise.all(lanes);
  });
});

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
