import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, send } from "./client";
import {
  type ApiKey,
  createEnvironment,
  createFlag,
  createGroup,
  createGroupFlag,
  createKey,
  createProject,
  createRecord,
  createTeam,
  done,
  type Flag,
  join,
  type Person,
  type Project,
  signUp,
} from "./fixtures";

let admin: Person;
let member: Person;
let project: Project;
let recordId: string;
let flag: Flag;

beforeAll(async () => {
  [admin, member] = await Promise.all([signUp(), signUp()]);
  const team = await createTeam(admin);
  await join(admin, team.id, member);
  project = await createProject(admin, team.id);
  const { referenceId } = project;
  await createEnvironment(admin, referenceId, { name: "Staging" });
  const group = await createGroup(admin, referenceId);
  await createGroupFlag(admin, group, { key: "beta" });
  recordId = (await createRecord(admin, group)).id;
  flag = await createFlag(admin, referenceId, { name: "Checkout", key: "checkout" });
  await createFlag(admin, referenceId, { name: "Checkout", key: "checkout", environmentKey: "staging" });
});

const make = (fields: object) => createKey(admin, project.referenceId, { ...fields });
const keysPath = () => `/api/projects/${project.referenceId}/api-keys`;

function as({ key }: ApiKey, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  return send({
    ...{ method, path },
    headers: {
      authorization: `Bearer ${key}`,
      ...(json && { "content-type": "application/json" }),
      ...headers,
    },
    ...(json && { body: json }),
  });
}

/** The ways in which a program asks for flags, by environment. */
const questions: [string, (key: ApiKey, env?: string, headers?: object) => Promise<Answer>][] = [
  [
    "the SDK endpoint",
    (key, env, headers) => as(key, "GET", `/api/flags/${recordId}${query(env)}`, undefined, headers),
  ],
  [
    "the check of a flag",
    (key, env, headers) =>
      as(
        key,
        "GET",
        `/api/projects/${project.referenceId}/flags/check/checkout${query(env)}`,
        undefined,
        headers,
      ),
  ],
  [
    "OFREP of all flags",
    (key, env, headers) => as(key, "POST", "/api/ofrep/v1/evaluate/flags", context(env), headers),
  ],
  [
    "OFREP of one flag",
    (key, env, headers) => as(key, "POST", "/api/ofrep/v1/evaluate/flags/beta", context(env), headers),
  ],
];
const query = (env: string | undefined) => (env === undefined ? "" : `?env=${env}`);
const context = (env: string | undefined) => ({
  context: { targetingKey: recordId, ...(env !== undefined && { env }) },
});

describe("a key with the scope evaluate", () => {
  it.each(questions)("may ask %s, again and again", async (_, ask) => {
    const key = await make({ scope: "evaluate" });
    for (let time = 0; time < 3; time += 1) expect((await ask(key)).status).toBe(200);
  });

  it.each([
    ["GET", () => `/api/projects/${project.id}/mocks`],
    ["GET", () => `/api/projects/${project.referenceId}/flags`],
    ["GET", () => `/api/projects/${project.referenceId}/flags/${flag.id}`],
    ["GET", () => `/api/projects/${project.referenceId}/flags/unknown`],
    ["DELETE", () => `/api/projects/${project.referenceId}/flags/${flag.id}`],
  ] as const)(
    "is refused by %s of anything else, before it learns whether it exists",
    async (method, path) => {
      const answer = await as(await make({ scope: "evaluate" }), method, path());
      expect([answer.status, answer.json<{ error: string }>().error]).toEqual([
        403,
        "Requires another scope",
      ]);
    },
  );
});

describe("a key with the scope read", () => {
  it("reads, asks by GET, and changes nothing", async () => {
    const key = await make({ scope: "read" });
    const path = `/api/projects/${project.referenceId}/flags/${flag.id}`;
    expect((await as(key, "GET", path)).status).toBe(200);
    expect((await as(key, "GET", `/api/flags/${recordId}`)).status).toBe(200);
    const refused = await as(key, "PUT", path, { enabled: true });
    expect([refused.status, refused.json<{ error: string }>().error]).toEqual([
      403,
      "Requires another scope",
    ]);
    expect((await admin.get(path)).json()).toMatchObject({ enabled: false });
    const ofrep = await as(key, "POST", "/api/ofrep/v1/evaluate/flags", context(undefined));
    expect(ofrep.status).toBe(403);
  });
});

describe("a key of one environment", () => {
  it.each(questions)("asks %s about that one, named or not, and about no other", async (_, ask) => {
    const key = await make({ scope: "evaluate", environmentKey: "staging" });
    for (let time = 0; time < 2; time += 1) {
      const [unnamed, named] = [await ask(key), await ask(key, "Staging")];
      expect([unnamed.status, named.status]).toEqual([200, 200]);
      // A roll says whether it is remembered, which is no matter here.
      const without = (answer: Answer) => answer.text().replace(/"source":"(global|cache)"/, "");
      expect(without(unnamed)).toBe(without(named));
      for (const other of ["production", "none"]) {
        const refused = await ask(key, other);
        expect(refused.status).toBe(403);
        expect(refused.text()).toContain("This key is for the environment staging");
      }
    }
  });

  it("ends with its environment", async () => {
    const brief = await createEnvironment(admin, project.referenceId, { name: "Brief" });
    const key = await make({ scope: "evaluate", environmentKey: brief.key });
    expect((await as(key, "GET", `/api/flags/${recordId}`)).status).toBe(200);
    await done(admin.delete(`/api/projects/${project.referenceId}/environments/${brief.id}`));
    expect((await as(key, "GET", `/api/flags/${recordId}`)).status).toBe(401);
  });
});

describe("a key for pages of some origins", () => {
  it.each(questions)("answers %s to them, to programs, and to nobody else", async (_, ask) => {
    const key = await make({
      scope: "evaluate",
      origins: ["https://shop.example.com", "http://localhost:5173"],
    });
    for (let time = 0; time < 2; time += 1) {
      expect((await ask(key)).status).toBe(200);
      expect((await ask(key, undefined, { origin: "http://localhost:5173" })).status).toBe(200);
      for (const origin of ["https://evil.example.com", "null", "https://shop.example.com:8443"]) {
        const refused = await ask(key, undefined, { origin });
        expect(refused.status).toBe(403);
        expect(refused.json<{ error: string }>().error).toContain("pages of other origins");
      }
    }
  });

  it("whose origins are changed holds to the new ones from the next request on", async () => {
    const key = await make({ scope: "evaluate", origins: ["https://a.example.com"] });
    const ask = (origin: string) => as(key, "GET", `/api/flags/${recordId}`, undefined, { origin });
    expect((await ask("https://b.example.com")).status).toBe(403);
    await done(admin.put(`${keysPath()}/${key.id}`, { origins: ["https://b.example.com/"] }));
    expect((await ask("https://b.example.com")).status).toBe(200);
    expect((await ask("https://a.example.com")).status).toBe(403);
    await done(admin.put(`${keysPath()}/${key.id}`, { origins: null }));
    expect((await ask("https://a.example.com")).status).toBe(200);
  });

  it("shows pages its refusal", async () => {
    const key = await make({ scope: "evaluate", origins: ["https://a.example.com"] });
    const origin = "https://b.example.com";
    const refused = await as(key, "GET", `/api/flags/${recordId}`, undefined, { origin });
    expect(refused.headers["access-control-allow-origin"]).toBe("*");
  });
});

/** An origin of so many characters. */
const originOf = (length: number, start = "a") => `https://${start.padEnd(length - 12, "a")}.com`;

describe("making and changing a key", () => {
  it("keeps what it was made with, also when it is rolled", async () => {
    const fields = { scope: "evaluate", environmentKey: "staging", origins: ["https://a.example.com"] };
    const key = await make({ name: "Page", ...fields });
    expect(key).toMatchObject(fields);
    const rolled = await done<ApiKey>(admin.post(`${keysPath()}/${key.id}/roll`, {}), 201);
    expect(rolled).toMatchObject({ name: "Page", ...fields });
    expect((await as(rolled, "GET", `/api/projects/${project.id}/mocks`)).status).toBe(403);
    expect(await make({})).toMatchObject({ scope: "admin", environmentKey: null, origins: null });
  });

  it.each([
    [{ scope: "write" }, "scope"],
    [{ scope: "mocks:write" }, "scope"],
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["mocks"] }, "scopes.0"],
    [{ scopes: "read" }, "scopes"],
    [{ scopes: ["read"], scope: "read" }, "scopes"],
    [{ scopes: Array.from({ length: 10 }, () => "read") }, "scopes"],
    [{ scopes: ["evaluate", "read"], environmentKey: "staging" }, "environmentKey"],
    [{ personal: "yes" }, "personal"],
    [{ scope: "read", environmentKey: "staging" }, "environmentKey"],
    [{ environmentKey: "staging" }, "environmentKey"],
    [{ origins: [] }, "origins"],
    [{ origins: ["https://a.example.com/path"] }, "origins.0"],
    [{ origins: ["ftp://a.example.com"] }, "origins.0"],
    [{ origins: ["nonsense"] }, "origins.0"],
    [{ origins: ["https://*.example.com"] }, "origins.0"],
    [{ origins: [originOf(256)] }, "origins.0"],
    [{ origins: Array.from({ length: 21 }, (_, at) => `https://${at}.example.com`) }, "origins"],
  ])("%j is refused", async (fields, path) => {
    const answer = await admin.post(keysPath(), { name: "Bad", ...fields });
    expect(answer.status).toBe(400);
    expect(answer.json<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)).toContain(path);
  });

  it.each([
    [["HTTPS://App.Example.COM"], ["https://app.example.com"]],
    [
      ["https://a.example.com:443/", "http://a.example.com:80"],
      ["https://a.example.com", "http://a.example.com"],
    ],
    [["https://a.example.com", "https://A.example.com:443/"], ["https://a.example.com"]],
    [
      ["https://a.example.com:8443", "https://a.example.com"],
      ["https://a.example.com:8443", "https://a.example.com"],
    ],
    [["https://bücher.example"], ["https://xn--bcher-kva.example"]],
    [[originOf(255)], [originOf(255)]],
  ])("origins %j are kept as %j, by whichever way they come", async (origins, kept) => {
    const key = await make({ scope: "evaluate", origins });
    expect(key).toMatchObject({ origins: kept });
    const other = await make({ scope: "evaluate" });
    expect(await done(admin.put(`${keysPath()}/${other.id}`, { origins }))).toMatchObject({ origins: kept });
  });

  it("has room for 20 origins of 255 characters", async () => {
    const origins = Array.from({ length: 20 }, (_, at) => originOf(255, `${at}x`));
    const key = await make({ scope: "evaluate", origins });
    expect(key).toMatchObject({ origins });
    const origin = String(origins.at(-1));
    expect((await as(key, "GET", `/api/flags/${recordId}`, undefined, { origin })).status).toBe(200);
  });

  it("of an environment that is none is 404", async () => {
    const answer = await admin.post(keysPath(), { name: "Bad", scope: "evaluate", environmentKey: "none" });
    expect([answer.status, answer.json<{ error: string }>().error]).toEqual([404, "Environment not found"]);
  });

  it("tells admins from where it was used last, and nobody else", async () => {
    const key = await make({ name: "Used" });
    await as(key, "GET", `/api/flags/${recordId}`, undefined, { "user-agent": "sdk/1.0" });
    const path = `${keysPath()}/${key.id}`;
    await expect
      .poll(async () => (await admin.get(path)).json())
      .toMatchObject({ lastUsedAgent: "sdk/1.0", lastUsedFrom: expect.stringMatching(/./) });
    expect((await member.get(path)).json()).toMatchObject({
      ...{ lastUsedAgent: null, lastUsedFrom: null, createdBy: null },
    });
  });

  it("that others changed meanwhile is a conflict, and its use is no change", async () => {
    const key = await make({ name: "Mine" });
    const path = `${keysPath()}/${key.id}`;
    const before = await admin.get(path);
    await as(key, "GET", `/api/flags/${recordId}`);
    const tag = { "if-match": String(before.headers.etag) };
    await expect.poll(async () => (await admin.get(path)).json().lastUsedAt).not.toBeNull();
    expect((await admin.call("PUT", path, { name: "Renamed" }, tag)).status).toBe(200);
    expect((await admin.call("PUT", path, { name: "Late" }, tag)).status).toBe(409);
  });
});
