import { OFREPProvider } from "@openfeature/ofrep-provider";
import { OFREPWebProvider } from "@openfeature/ofrep-web-provider";
import { OpenFeature as ServerSdk } from "@openfeature/server-sdk";
import { type EvaluationContext, ProviderEvents, OpenFeature as WebSdk } from "@openfeature/web-sdk";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { port } from "./client";
import {
  createFlag,
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSite,
  done,
  type FlagRecord,
  type Group,
  type GroupFlag,
  type Site,
  unique,
} from "./fixtures";

const baseUrl = `http://127.0.0.1:${port}/api`;
let site: Site;
let key: string;
let group: Group;
let records: [FlagRecord, FlagRecord];
let beta: GroupFlag;

beforeAll(async () => {
  site = await createSite();
  const { owner, project } = site;
  key = (await createKey(owner, project.referenceId)).key;
  group = await createGroup(owner, project.referenceId);
  beta = await createGroupFlag(owner, group, { key: "beta" });
  await createGroupFlag(owner, group, { key: "some", defaultEnabled: true, defaultPercentage: 50 });
  await createGroupFlag(owner, group, { key: "on", defaultEnabled: true });
  records = [await createRecord(owner, group), await createRecord(owner, group)];
  await done(owner.put(overrideOf(records[0]), { enabled: true }));
});

const base = () => `/api/projects/${site.project.referenceId}/groups/${group.id}`;
const overrideOf = ({ id }: FlagRecord) => `${base()}/records/${id}/values/${beta.id}`;

describe("the server SDK with the OFREP provider", () => {
  const domain = unique("server");
  const client = () => ServerSdk.getClient(domain);
  const details = (flagKey: string, context: Record<string, string> = {}) =>
    client().getBooleanDetails(flagKey, true, context);

  beforeAll(async () => {
    const headers: [string, string][] = [["Authorization", `Bearer ${key}`]];
    await ServerSdk.setProviderAndWait(domain, new OFREPProvider({ baseUrl, headers }));
  });
  afterAll(() => ServerSdk.close());

  it("gets value, variant, reason and metadata of each record's own", async () => {
    expect(await details("beta", { targetingKey: records[0].id })).toMatchObject({
      value: true,
      variant: "on",
      reason: "TARGETING_MATCH",
      flagMetadata: { source: "record", rollout: 100, environment: "production" },
    });
    expect(await details("beta", { targetingKey: records[1].id })).toMatchObject({
      value: false,
      variant: "off",
      reason: "DISABLED",
      flagMetadata: { source: "group-default", rollout: 100, environment: "production" },
    });
    expect(await details("some", { targetingKey: records[1].id })).toMatchObject({
      reason: "SPLIT",
      flagMetadata: { rollout: 50 },
    });
    expect(await details("on", { targetingKey: records[1].id, plan: "pro" })).toMatchObject({
      value: true,
      reason: "STATIC",
    });
  });

  it.each<[name: string, flagKey: string, context: () => Record<string, string>, errorCode: string]>([
    ["an unknown flag", "nothing", () => ({ targetingKey: records[0].id }), "FLAG_NOT_FOUND"],
    ["too long a targeting key", "on", () => ({ targetingKey: "x".repeat(501) }), "INVALID_CONTEXT"],
  ])("gives the default and a code for %s", async (_, flagKey, context, errorCode) => {
    expect(await details(flagKey, context())).toMatchObject({ value: true, reason: "ERROR", errorCode });
  });

  it("gets defaults for somebody who is no record, and without a key", async () => {
    for (const context of [{ targetingKey: "nobody" }, { targetingKey: "" }, {}] as Record<
      string,
      string
    >[]) {
      expect(await details("on", context)).toMatchObject({ value: true, reason: "STATIC" });
      expect(await details("beta", context)).toMatchObject({ value: false, reason: "DISABLED" });
    }
  });

  it("gets values of all four types, and global flags", async () => {
    const context = { targetingKey: records[0].id };
    const { owner, project } = site;
    const object = { theme: "dark", sizes: [1, 2], deep: { a: null } };
    const typed = { defaultEnabled: true, type: "object", onValue: object, offValue: {} };
    await createGroupFlag(owner, group, { key: "an-object", ...typed });
    await createGroupFlag(owner, group, {
      ...{ key: "a-number", type: "number", onValue: 2.5, offValue: 0, defaultEnabled: true },
    });
    await createFlag(owner, project.referenceId, {
      ...{ key: "a-text", type: "string", onValue: "yes", offValue: "no" },
    });
    await createFlag(owner, project.referenceId, { key: "everywhere", enabled: true });
    expect(await client().getObjectDetails("an-object", {}, context)).toMatchObject({
      ...{ value: object, variant: "on", reason: "STATIC" },
    });
    expect(await client().getNumberValue("a-number", 1, context)).toBe(2.5);
    expect(await client().getStringDetails("a-text", "", context)).toMatchObject({
      ...{ value: "no", variant: "off", reason: "DISABLED", flagMetadata: { source: "global" } },
    });
    expect(await client().getBooleanValue("everywhere", false, context)).toBe(true);
  });

  it("sees a flag of another type as a mismatch", async () => {
    const got = await client().getStringDetails("on", "fallback", { targetingKey: records[0].id });
    expect(got).toMatchObject({ value: "fallback", errorCode: "TYPE_MISMATCH" });
  });

  it("sees a change at the next evaluation", async () => {
    const flag = await createGroupFlag(site.owner, group, { key: unique("live") });
    const value = async () => (await details(flag.key, { targetingKey: records[0].id })).value;
    expect(await value()).toBe(false);
    await done(site.owner.put(`${base()}/flags/${flag.id}`, { defaultEnabled: true }));
    expect(await value()).toBe(true);
  });

  it("falls back to the default with a bad key, in either header", async () => {
    for (const header of ["Authorization", "X-API-Key"]) {
      const bad = unique("bad");
      const headers: [string, string][] = [[header, "Bearer fk_nonsense"]];
      await ServerSdk.setProviderAndWait(bad, new OFREPProvider({ baseUrl, headers }));
      const got = await ServerSdk.getClient(bad).getBooleanDetails("on", false, {
        targetingKey: records[0].id,
      });
      expect(got).toMatchObject({ value: false, reason: "ERROR" });
    }
  });
});

describe("the web SDK with the OFREP web provider", () => {
  const statuses: number[] = [];
  /** What a page's `fetch` does, and what it was answered. */
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    statuses.push(response.status);
    return response;
  };

  async function open(context: EvaluationContext, pollInterval = 0) {
    const domain = unique("web");
    const provider = new OFREPWebProvider({
      baseUrl,
      fetchImplementation: recordingFetch,
      headers: [["X-API-Key", key]],
      pollInterval,
      cacheMode: "disabled",
    });
    await WebSdk.setProviderAndWait(domain, provider, context);
    return { domain, client: WebSdk.getClient(domain) };
  }
  afterAll(() => WebSdk.close());

  it("gets all flags of the record at once, and another record's when the context changes", async () => {
    const { domain, client } = await open({ targetingKey: records[0].id });
    expect(client.getBooleanDetails("beta", false)).toMatchObject({
      value: true,
      variant: "on",
      reason: "TARGETING_MATCH",
      flagMetadata: { source: "record", rollout: 100, environment: "production" },
    });
    expect(client.getBooleanValue("on", false)).toBe(true);
    expect(client.getBooleanDetails("some", false)).toMatchObject({ reason: "SPLIT" });
    expect(client.getBooleanDetails("nothing", true)).toMatchObject({
      value: true,
      errorCode: "FLAG_NOT_FOUND",
    });
    await WebSdk.setContext(domain, { targetingKey: records[1].id });
    expect(client.getBooleanValue("beta", true)).toBe(false);
  });

  it("polls with the ETag, is answered 304 while nothing changes, and hears of a change", async () => {
    const flag = await createGroupFlag(site.owner, group, { key: unique("polled") });
    statuses.length = 0;
    const { client } = await open({ targetingKey: records[0].id }, 50);
    const changed = vi.fn();
    client.addHandler(ProviderEvents.ConfigurationChanged, changed);
    await vi.waitFor(
      () => expect(statuses.filter((status) => status === 304).length).toBeGreaterThan(1),
      20_000,
    );
    expect(statuses[0]).toBe(200);
    expect(client.getBooleanValue(flag.key, true)).toBe(false);
    expect(changed).not.toHaveBeenCalled();
    await done(site.owner.put(`${base()}/flags/${flag.id}`, { defaultEnabled: true }));
    await expect.poll(() => changed).toHaveBeenCalled();
    expect(client.getBooleanValue(flag.key, false)).toBe(true);
  });

  it("never shows one person the flags of another: at sign-in, a switch of person, sign-out, for unknown people", async () => {
    const { owner, project } = site;
    const people = await createGroup(owner, project.referenceId, { prefix: "pers" });
    const values = `/api/projects/${project.referenceId}/groups/${people.id}`;
    const theme = await createGroupFlag(owner, people, {
      ...{ key: "theme", type: "string", onValue: "nobody’s", offValue: "off", defaultEnabled: true },
    });
    const secret = await createGroupFlag(owner, people, { key: "secret" });
    const [ada, bob] = [await createRecord(owner, people), await createRecord(owner, people)];
    for (const { id } of [ada, bob]) {
      await done(owner.put(`${values}/records/${id}/values/${theme.id}`, { value: `${id}’s` }));
    }
    await done(owner.put(`${values}/records/${ada.id}/values/${secret.id}`, { enabled: true }));
    // Before anybody signs in there is nobody.
    const { domain, client } = await open({ group: people.key });
    const seen = () => [client.getStringValue("theme", "?"), client.getBooleanValue("secret", false)];
    expect(seen()).toEqual(["nobody’s", false]);
    const visits: [context: EvaluationContext, theme: string, secret: boolean][] = [
      [{ targetingKey: ada.id }, `${ada.id}’s`, true],
      [{ targetingKey: bob.id }, `${bob.id}’s`, false],
      [{ targetingKey: ada.id }, `${ada.id}’s`, true],
      [{ targetingKey: "pers-unknown" }, "nobody’s", false],
      [{ targetingKey: ada.id }, `${ada.id}’s`, true],
      [{ group: people.key }, "nobody’s", false],
      [{ targetingKey: ada.id }, `${ada.id}’s`, true],
      [{ targetingKey: "", group: people.prefix }, "nobody’s", false],
    ];
    for (const [context, ...expected] of visits) {
      await WebSdk.setContext(domain, context);
      expect(seen(), JSON.stringify(context)).toEqual(expected);
    }
    const fresh = await open({ targetingKey: "pers-never-seen" });
    expect(fresh.client.getStringValue("theme", "?")).toBe("nobody’s");
  });
});
