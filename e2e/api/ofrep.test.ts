import { describe, expect, it } from "vitest";
import { isServerDoor, send } from "./client";
import {
  bearer,
  createEnvironment,
  createGroup,
  createGroupFlag,
  createRecord,
  done,
  unique,
} from "./fixtures";
import {
  type Evaluation,
  evaluate,
  evaluateAll,
  expectFailure,
  flags,
  key,
  record,
  setUpSite,
  site,
  subject,
} from "./ofrep-site";

setUpSite();

describe("evaluating one flag", () => {
  it.each(flags)("%s", async (flagKey, _, __, { reason, source, rollout, value }) => {
    const answer = await evaluate(flagKey, subject());
    expect(answer.status, answer.text()).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    const got = answer.json<Evaluation>();
    expect(got).toEqual({
      key: flagKey,
      value: value ?? expect.any(Boolean),
      reason,
      variant: got.value ? "on" : "off",
      metadata: { source, rollout, environment: "production" },
    });
  });

  it("agrees with the SDK endpoint", async () => {
    const sdk = await done<{ flags: Record<string, { enabled: boolean }> }>(
      send({ path: `/api/flags/${record.id}`, headers: bearer(key) }),
    );
    const { flags: all } = await done<{ flags: Evaluation[] }>(evaluateAll(subject()));
    const values = Object.fromEntries(all.map(({ key, value }) => [key, { enabled: value }]));
    expect(sdk.flags).toMatchObject(values);
    expect(Object.keys(sdk.flags)).toEqual(Object.keys(values));
  });

  it("an unknown flag is 404 FLAG_NOT_FOUND with its key", async () => {
    for (const flagKey of ["nothing", "OFF", "toString"]) {
      const body = expectFailure(await evaluate(flagKey, subject()), 404, "FLAG_NOT_FOUND", flagKey);
      expect(body.error).toBe("Flag not found");
    }
  });
});

it("an unknown environment is 404 INVALID_CONTEXT", async () => {
  const context = { ...subject(), env: "nowhere" };
  for (const body of [
    expectFailure(await evaluate("on", context), 404, "INVALID_CONTEXT", "on"),
    expectFailure(await evaluateAll(context), 404, "INVALID_CONTEXT"),
  ]) {
    expect(body.error).toBe("Environment not found");
  }
});

describe("evaluating all flags", () => {
  it("gives every flag as it is evaluated alone, oldest first", async () => {
    const answer = await evaluateAll(subject());
    const { flags: all } = answer.json<{ flags: Evaluation[] }>();
    expect(all.map(({ key }) => key)).toEqual(flags.map(([flagKey]) => flagKey));
    const alone = await Promise.all(flags.map(([flagKey]) => done(evaluate(flagKey, subject()))));
    expect(all).toEqual(alone);
    for (const { metadata } of all) {
      for (const value of Object.values(metadata))
        expect(["string", "number", "boolean"]).toContain(typeof value);
    }
  });

  it("context.flags is a filter and nothing else", async () => {
    const keysOf = async (filter: unknown) => {
      const body = await done<{ flags: Evaluation[] }>(evaluateAll({ ...subject(), flags: filter }));
      return body.flags.map(({ key }) => key);
    };
    const all = flags.map(([flagKey]) => flagKey);
    expect(await keysOf(["on", "off", "nothing"])).toEqual(["off", "on"]);
    expect(await keysOf([])).toEqual([]);
    for (const other of ["on", 7, null, { on: true }, [7]]) expect(await keysOf(other)).toEqual(all);
  });

  it("context.env selects the environment, the caller's other attributes are its own", async () => {
    const { owner, project } = site;
    const staging = await createEnvironment(owner, project.referenceId, { name: unique("Staging EU") });
    const environmentsOf = async (context: object) => {
      const body = await done<{ flags: Evaluation[] }>(evaluateAll({ ...subject(), ...context }));
      return [...new Set(body.flags.map(({ metadata }) => metadata.environment))];
    };
    const attributes = { email: "ada@example.com", roles: ["admin"], nested: { a: 1 }, key: 7, none: null };
    expect(await environmentsOf(attributes)).toEqual(["production"]);
    for (const env of [staging.key, staging.name, staging.name.toUpperCase()]) {
      expect(await environmentsOf({ ...attributes, env })).toEqual([staging.key]);
    }
  });

  it("a matching If-None-Match is answered 304, a change makes it 200 again", async () => {
    const { owner, project } = site;
    const own = await createGroup(owner, project.referenceId);
    const flag = await createGroupFlag(owner, own, { key: "beta" });
    const { id } = await createRecord(owner, own);
    const ask = (tag?: string, context = {}) =>
      evaluateAll({ targetingKey: id, ...context }, tag === undefined ? {} : { "if-none-match": tag });
    const first = await ask();
    const etag = String(first.headers.etag);
    for (const tag of [etag, `W/${etag}`, `"x", W/${etag}`, "*"]) {
      const answer = await ask(tag);
      expect({ tag, status: answer.status }).toEqual({ tag, status: 304 });
      expect(answer.body).toHaveLength(0);
      expect(answer.headers.etag).toBe(etag);
      if (isServerDoor) expect(answer.headers).not.toHaveProperty("content-type");
    }
    for (const tag of ['"other"', etag.slice(1, -1)]) expect((await ask(tag)).status).toBe(200);
    expect((await ask(etag, { flags: [] })).status).toBe(200);
    const flagPath = `/api/projects/${project.referenceId}/groups/${own.id}/flags/${flag.id}`;
    await done(owner.put(flagPath, { defaultEnabled: true }));
    const changed = await ask(etag);
    expect(changed.status).toBe(200);
    expect(changed.json<{ flags: Evaluation[] }>().flags[0]).toMatchObject({ key: "beta", value: true });
    expect(changed.headers.etag).not.toBe(etag);
  });

  it("an Idempotency-Key means nothing: the answer is always the current one", async () => {
    const headers = { "idempotency-key": unique("same") };
    expect((await evaluateAll(subject(), headers)).status).toBe(200);
    expect((await evaluateAll({ ...subject(), flags: ["on"] }, headers)).status).toBe(200);
  });
});
