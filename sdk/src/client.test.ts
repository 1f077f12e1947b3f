import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Client, type ClientOptions, createClient } from "./index";

/** A call that has not been answered yet. */
type Pending = {
  path: string;
  body: string;
  headers: Headers;
  cache: RequestCache | undefined;
  answer(response: Response): void;
  fail(): void;
};

let calls: Pending[];
let errors: Error[];
const clients: Client[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  [calls, errors] = [[], []];
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  vi.useRealTimers();
});

/** Answers when the test does, in any order. */
const fetch = ((url: string, { body, headers, signal, cache }: RequestInit) =>
  new Promise<Response>((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    const path = url.replace("https://fieldkit.test", "");
    const fail = () => reject(new TypeError("fetch failed"));
    const asked = { path, body: String(body ?? ""), headers: new Headers(headers), cache };
    calls.push({ ...asked, answer: resolve, fail });
  })) as typeof globalThis.fetch;

function open(options: Partial<ClientOptions> = {}): Client {
  const onError = (error: Error) => errors.push(error);
  const client = createClient({
    ...{ url: "https://fieldkit.test/", key: "fk_x", updates: "none", fetch, onError },
    ...options,
  });
  clients.push(client);
  return client;
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const flagsJson = (flags: Record<string, unknown>) =>
  JSON.stringify({
    flags: Object.entries(flags).map(([key, value]) => ({ key, value, reason: "STATIC", variant: "on" })),
  });
const answered = (flags: Record<string, unknown>, etag = '"1"') =>
  new Response(flagsJson(flags), { headers: { etag } });

/** Answers the oldest call that waits for flags. */
async function give(flags: Record<string, unknown>, etag?: string): Promise<Pending> {
  await settled();
  const at = calls.findIndex(({ path }) => path.startsWith("/api/ofrep"));
  const [call] = calls.splice(at, 1) as [Pending];
  call.answer(answered(flags, etag));
  await settled();
  return call;
}

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
    await settled();
    calls.pop()?.answer(new Response(null, { status: 304 }));
    await settled();
    expect([client.isOn("beta"), client.status]).toEqual([true, "ready"]);
  });

  test("is ready after a first failure, without flags", async () => {
    const client = open();
    calls.pop()?.answer(new Response('{"error":"Invalid or revoked API key"}', { status: 401 }));
    await client.ready();
    expect([client.isOn("beta"), client.status]).toEqual([false, "stale"]);
    expect(errors[0]?.message).toContain("401");
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

  test("that is the same one keeps its flags", async () => {
    const client = open({ subject: { targetingKey: "ada", plan: "pro" } });
    await give({ admin: true });
    client.identify({ targetingKey: "ada", plan: "pro" });
    expect(client.isOn("admin")).toBe(true);
    client.identify({ targetingKey: "ada", plan: "free" });
    expect(client.isOn("admin")).toBe(false);
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

  test("the flags of the last visit hold until the answer", async () => {
    const client = open({ subject: "ada", storage });
    await settled();
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
  ])("nothing is known of %s", async (_, options) => {
    const client = open({ ...options, storage });
    await settled();
    expect(client.all().size).toBe(0);
  });

  test("nothing is left of who has gone", async () => {
    const client = open({ subject: "ada", storage });
    client.identify(undefined);
    await settled();
    expect([...kept.values()].join()).not.toContain("admin");
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
