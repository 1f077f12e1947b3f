import { beforeEach, describe, expect, test } from "vitest";
import { answered, calls, errors, give, open, pause, prepareClients, settled } from "./fixtures/clients";
import type { ClientOptions } from "./index";

prepareClients();

describe("a client", () => {
  test("has fallbacks until the answer is there, and for what is missing or of another type", async () => {
    const client = open({ subject: "me", environment: "staging", group: "users" });
    expect(client.details("theme", "light")).toEqual({
      ...{ value: "light", reason: "ERROR", errorCode: "PROVIDER_NOT_READY" },
    });
    const { body, headers, path } = await give({ beta: true, theme: "dark", limit: 5, layout: { a: 1 } });
    expect(path).toBe("/api/ofrep/v1/evaluate/flags");
    expect(JSON.parse(body)).toEqual({ context: { targetingKey: "me", env: "staging", group: "users" } });
    expect(headers.get("authorization")).toBe("Bearer fk_x");
    await client.ready();
    expect(client.isOn("beta")).toBe(true);
    expect(client.value("theme", "light")).toBe("dark");
    expect(client.value("limit", 1)).toBe(5);
    expect(client.value("layout", {})).toEqual({ a: 1 });
    expect(client.details("limit", "1")).toMatchObject({ value: "1", errorCode: "TYPE_MISMATCH" });
    expect(client.details("__proto__", "1")).toMatchObject({ value: "1", errorCode: "FLAG_NOT_FOUND" });
  });

  test("tells what has changed, once, and keeps equal objects the same", async () => {
    const client = open();
    const changes: (readonly string[])[] = [];
    client.onChange(() => {
      throw new Error("of a listener");
    });
    const end = client.onChange((keys) => changes.push(keys));
    await give({ beta: true, layout: { a: 1 } });
    const layout = client.value("layout", {});
    client.refresh();
    const { headers, cache } = await give({ beta: false, layout: { a: 1 } }, '"2"');
    expect(headers.get("if-none-match")).toBe('"1"');
    // Browsers ignore preflights that they have cached with the default mode and this header.
    expect(cache).toBe("force-cache");
    expect(changes.filter(({ length }) => length > 0)).toEqual([["beta", "layout"], ["beta"]]);
    expect(client.value("layout", {})).toBe(layout);
    end();
    client.refresh();
    await give({});
    expect(changes.filter(({ length }) => length > 0)).toHaveLength(2);
    expect(errors.length).toBeGreaterThan(0);
  });

  test("keeps what it had while calls fail, and says so", async () => {
    const client = open({ subject: "me" });
    await give({ beta: true });
    expect(client.status).toBe("ready");
    const refreshed = client.refresh();
    await settled();
    calls.pop()?.fail();
    await refreshed;
    expect([client.isOn("beta"), client.status]).toEqual([true, "stale"]);
    expect(errors).toHaveLength(1);
    client.refresh();
    await pause();
    calls.pop()?.answer(new Response(null, { status: 304 }));
    await settled();
    expect([client.isOn("beta"), client.status]).toEqual([true, "ready"]);
  });

  test("is ready after a first failure, with fallbacks", async () => {
    const client = open();
    calls.pop()?.fail();
    await client.ready();
    expect([client.isOn("beta"), client.status]).toEqual([false, "failed"]);
    client.refresh();
    await pause();
    await give({ beta: true });
    expect([client.isOn("beta"), client.status, client.error]).toEqual([true, "ready", undefined]);
  });

  test("gives the fallback for a value of another kind, such as an object for a list", async () => {
    const client = open();
    await give({ limits: { max: 5 } });
    expect(client.value("limits", ["a"])).toEqual(["a"]);
    expect(client.value("limits", { max: 1 })).toEqual({ max: 5 });
    expect(client.details("limits", []).errorCode).toBe("TYPE_MISMATCH");
  });

  test("has the new status when it reports new values", async () => {
    const client = open();
    const seen: unknown[] = [];
    client.onChange((keys) => seen.push([keys, client.isOn("beta"), client.status]));
    await give({ beta: true });
    expect(seen).toEqual([[["beta"], true, "ready"]]);
  });

  test("starts with the flags of a server", async () => {
    const client = open({ bootstrap: { beta: { value: true, reason: "STATIC", variant: "on" } } });
    expect([client.isOn("beta"), client.status]).toEqual([true, "loading"]);
    calls.pop()?.fail();
    await client.ready();
    expect([client.isOn("beta"), client.status]).toEqual([true, "stale"]);
  });
});

describe("another subject", () => {
  test("has none of the one before, whatever arrives late", async () => {
    const client = open({ subject: "ada" });
    await give({ admin: true });
    client.refresh();
    await settled();
    const late = calls.pop();
    const seen: unknown[] = [];
    client.onChange(() => seen.push(client.isOn("admin")));
    const ready = client.identify("bob");
    expect(client.isOn("admin")).toBe(false);
    late?.answer(answered({ admin: true }));
    await settled();
    expect(client.isOn("admin")).toBe(false);
    const { body, headers } = await give({ admin: false, beta: true });
    await ready;
    expect(JSON.parse(body).context.targetingKey).toBe("bob");
    expect(headers.get("if-none-match")).toBeNull();
    expect([client.isOn("admin"), client.isOn("beta")]).toEqual([false, true]);
    expect(seen).not.toContain(true);
  });

  test("has the same flags until the response if its targeting key is the same", async () => {
    const client = open({ subject: { targetingKey: "ada", plan: "pro" } });
    await give({ limit: 10 });
    const identified = client.identify({ targetingKey: "ada", plan: "free" });
    expect([client.value("limit", 1), client.status]).toEqual([10, "ready"]);
    await settled();
    calls.pop()?.fail();
    await identified;
    expect([client.value("limit", 1), client.status]).toEqual([10, "stale"]);
    client.refresh();
    await pause();
    const { headers } = await give({ limit: 5 });
    expect(client.value("limit", 1)).toBe(5);
    // The entity tag was that of other attributes.
    expect(headers.get("if-none-match")).toBeNull();
  });
});

describe("with a storage", () => {
  let kept: Map<string, string>;
  const storage = {
    getItem: async (name: string) => kept.get(name) ?? null,
    setItem: async (name: string, value: string) => kept.set(name, value),
  };
  beforeEach(async () => {
    kept = new Map();
    open({ subject: "ada", storage });
    await give({ admin: true });
  });

  test("has the flags of the last visit until the response, immediately if the storage can", async () => {
    const slow = open({ subject: "ada", storage });
    await settled();
    expect(slow.isOn("admin")).toBe(true);
    calls.pop()?.fail();
    await slow.ready();
    expect(slow.status).toBe("stale");
    const client = open({
      subject: "ada",
      storage: { getItem: (name) => kept.get(name) ?? null, setItem: () => {} },
    });
    expect(client.isOn("admin")).toBe(true);
    await give({ admin: false });
    expect(client.isOn("admin")).toBe(false);
  });

  test.each<[string, Partial<ClientOptions>]>([
    ["another subject", { subject: "bob" }],
    ["the same with other attributes", { subject: { targetingKey: "ada", plan: "pro" } }],
    ["nobody", {}],
    ["another environment", { subject: "ada", environment: "staging" }],
    ["another instance", { subject: "ada", url: "https://other.test" }],
    ["another project", { subject: "ada", key: "fk_y" }],
    ["another group", { subject: "ada", group: "users" }],
  ])("has no flags for %s", async (_, options) => {
    const client = open({ ...options, storage });
    await settled();
    expect(client.all().size).toBe(0);
  });

  test("keeps nothing of the subject before", async () => {
    const client = open({ subject: "ada", storage });
    client.identify(undefined);
    await settled();
    expect([...kept.values()].join()).not.toContain("admin");
  });

  test("keeps the flags of several projects and environments", async () => {
    open({ subject: "ada", storage, environment: "staging" });
    await give({ admin: false });
    const client = open({ subject: "ada", storage });
    await settled();
    expect(client.isOn("admin")).toBe(true);
  });

  test("a name is that of a browser's storage, and nothing on a server", async () => {
    const client = open({ storage: "localStorage" });
    await give({ beta: true });
    expect(client.isOn("beta")).toBe(true);
  });

  test.each<[string, string]>([
    ["no JSON", "{"],
    ["something else", "5"],
  ])("%s in it does no harm", async (_, text) => {
    for (const name of kept.keys()) kept.set(name, text);
    const client = open({ subject: "ada", storage });
    await give({ beta: true });
    expect(client.isOn("beta")).toBe(true);
  });
});
