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
  type FlagRecord,
  type Group,
  postJson,
  type Site,
  unique,
} from "./fixtures";

type Evaluation = {
  key: string;
  value: boolean;
  reason: string;
  variant: string;
  metadata: Record<string, unknown>;
};

const path = "/api/ofrep/v1/evaluate/flags";
let site: Site;
let key: string;
let group: Group;
let record: FlagRecord;

/** Flags of the group by key: fields, an override of the record, and what OFREP says of it. */
const flags: [
  key: string,
  fields: Record<string, unknown>,
  override: Record<string, unknown> | undefined,
  expected: { value?: boolean; reason: string; source: string; rollout: number },
][] = [
  ["off", {}, undefined, { value: false, reason: "DISABLED", source: "group-default", rollout: 100 }],
  [
    "on",
    { defaultEnabled: true },
    undefined,
    { value: true, reason: "STATIC", source: "group-default", rollout: 100 },
  ],
  [
    "never",
    { defaultEnabled: true, defaultPercentage: 0 },
    undefined,
    { value: false, reason: "STATIC", source: "group-default", rollout: 0 },
  ],
  [
    "some",
    { defaultEnabled: true, defaultPercentage: 50 },
    undefined,
    { reason: "SPLIT", source: "group-default", rollout: 50 },
  ],
  [
    "one-percent",
    { defaultEnabled: true, defaultPercentage: 1 },
    undefined,
    { reason: "SPLIT", source: "group-default", rollout: 1 },
  ],
  [
    "some-but-off",
    { defaultPercentage: 50 },
    undefined,
    { value: false, reason: "DISABLED", source: "group-default", rollout: 50 },
  ],
  [
    "overridden",
    {},
    { enabled: true },
    { value: true, reason: "TARGETING_MATCH", source: "record", rollout: 100 },
  ],
  [
    "overridden-some",
    {},
    { enabled: true, rollout: 50 },
    { reason: "TARGETING_MATCH", source: "record", rollout: 50 },
  ],
  [
    "Overridden.off_",
    { defaultEnabled: true },
    { enabled: false },
    { value: false, reason: "DISABLED", source: "record", rollout: 100 },
  ],
];

beforeAll(async () => {
  site = await createSite();
  const { owner, project } = site;
  key = (await createKey(owner, project.referenceId)).key;
  group = await createGroup(owner, project.referenceId);
  record = await createRecord(owner, group, { id: unique("tenant") });
  const values = `/api/projects/${project.referenceId}/groups/${group.id}/records/${record.id}/values`;
  for (const [flagKey, fields, override] of flags) {
    const { id } = await createGroupFlag(owner, group, { key: flagKey, ...fields });
    if (override) await done(owner.put(`${values}/${id}`, override));
  }
});

const evaluate = (flagKey: string, context: unknown, headers = {}) =>
  postJson(`${path}/${flagKey}`, { context }, { ...bearer(key), ...headers });
const evaluateAll = (context: unknown, headers = {}) =>
  postJson(path, { context }, { ...bearer(key), ...headers });
const subject = () => ({ targetingKey: record.id });

function expectFailure(answer: Answer, status: number, errorCode: string, flagKey?: string) {
  const body = expectRefusal(answer, status) as unknown as Record<string, unknown>;
  expect(body).toMatchObject({ errorCode, errorDetails: body.error });
  expect(body.key).toBe(flagKey);
  return body;
}

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
    expectFailure(await evaluate("on", { ...subject(), env: "nowhere" }), 404, "FLAG_NOT_FOUND", "on");
  });
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
    expect(await environmentsOf({ env: "nowhere" })).toEqual([]);
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

describe("what cannot be evaluated", () => {
  const both = async (context: unknown, headers = {}) =>
    [
      [await evaluateAll(context, headers), undefined],
      [await evaluate("on", context, headers), "on"],
    ] as const;

  it.each<[name: string, context: unknown, errorCode: string]>([
    ["no context", undefined, "TARGETING_KEY_MISSING"],
    ["an empty context", {}, "TARGETING_KEY_MISSING"],
    ["an empty targetingKey", { targetingKey: "" }, "TARGETING_KEY_MISSING"],
    ["a targetingKey that is no text", { targetingKey: 7 }, "INVALID_CONTEXT"],
    ["a targetingKey of 501 characters", { targetingKey: "x".repeat(501) }, "INVALID_CONTEXT"],
    ["a context that is a text", "tenant-1", "INVALID_CONTEXT"],
    ["a context that is null", null, "INVALID_CONTEXT"],
    ["a context that is a list", [], "INVALID_CONTEXT"],
    ["an env that is no text", { targetingKey: "x", env: 7 }, "INVALID_CONTEXT"],
    ["an attribute named __proto__", JSON.parse('{"targetingKey":"x","__proto__":{}}'), "INVALID_CONTEXT"],
    ["NUL in an attribute", { targetingKey: "x", a: "\0" }, "INVALID_CONTEXT"],
  ])("%s is 400", async (_, context, errorCode) => {
    for (const [answer, flagKey] of await both(context)) expectFailure(answer, 400, errorCode, flagKey);
  });

  it.each([
    ["half a JSON", "{", "application/json", 400],
    ["no body", "", "application/json", 400],
    ["another type", "context=1", "application/x-www-form-urlencoded", 415],
  ])("%s is PARSE_ERROR", async (_, body, contentType, status) => {
    for (const [target, flagKey] of [
      [path, undefined],
      [`${path}/on`, "on"],
    ] as const) {
      const headers = { ...bearer(key), "content-type": contentType };
      expectFailure(
        await send({ method: "POST", path: target, headers, body }),
        status,
        "PARSE_ERROR",
        flagKey,
      );
    }
  });

  it("an unknown record is 404 GENERAL", async () => {
    for (const targetingKey of ["nobody", "a.b", "toString", "é"]) {
      for (const [answer, flagKey] of await both({ targetingKey })) {
        expect(expectFailure(answer, 404, "GENERAL", flagKey).error).toBe("Record not found");
      }
    }
  });

  it("another project's record is 403, a missing key 401, a bad one 401, with the specification's words", async () => {
    const other = await createSite();
    const foreign = (await createKey(other.owner, other.project.referenceId)).key;
    for (const [headers, status, message] of [
      [bearer(foreign), 403, "API key does not have access to this project"],
      [{ authorization: "" }, 401, "Missing API key"],
      [{ authorization: "", cookie: site.owner.cookie }, 401, "Missing API key"],
      [bearer("fk_x"), 401, "Invalid or revoked API key"],
    ] as const) {
      for (const [answer, flagKey] of await both(subject(), headers)) {
        expect(expectFailure(answer, status, "GENERAL", flagKey).error).toBe(message);
      }
    }
  });

  it("x-api-key opens it like a bearer", async () => {
    expect((await evaluateAll(subject(), { authorization: "", "x-api-key": key })).status).toBe(200);
  });
});

describe("pages of any origin", () => {
  const origin = "https://app.example.com";

  it("may read every answer", async () => {
    const etag = String((await evaluateAll(subject())).headers.etag);
    for (const [answer, status] of [
      [await evaluateAll(subject(), { origin }), 200],
      [await evaluateAll(subject(), { origin, "if-none-match": etag }), 304],
      [await evaluateAll({}, { origin }), 400],
      [await evaluate("nothing", subject(), { origin }), 404],
      [await evaluate("on", subject(), { origin, authorization: "" }), 401],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
      expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
      const exposed = String(answer.headers["access-control-expose-headers"]).split(/,\s*/);
      expect(exposed).toEqual(expect.arrayContaining(["ETag", "Retry-After"]));
    }
  });

  it("are told by a preflight what they may send", async () => {
    for (const target of [path, `${path}/on`]) {
      const headers = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,authorization,x-api-key,if-none-match",
      };
      const answer = await send({ method: "OPTIONS", path: target, headers });
      expect(answer.status).toBe(204);
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
      expect(answer.headers["access-control-allow-methods"]).toBe("POST");
      const allowed = String(answer.headers["access-control-allow-headers"]).split(/,\s*/);
      expect(allowed).toEqual(["Authorization", "X-API-Key", "Content-Type", "If-None-Match"]);
    }
  });
});
