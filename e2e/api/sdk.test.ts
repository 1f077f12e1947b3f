import { describe, expect, it } from "vitest";
import { expectRefusal, isServerDoor, send } from "./client";
import {
  bearer,
  createEnvironment,
  createGroup,
  createGroupFlag,
  createRecord,
  createSite,
  done,
  type FlagRecord,
  type Group,
  named,
  type Site,
  unique,
} from "./fixtures";
import {
  ask,
  createPlace,
  foreignKey,
  group,
  key,
  overrideOf,
  production,
  resolve,
  setUpSite,
  site,
} from "./sdk-site";

setUpSite();

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
