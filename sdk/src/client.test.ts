import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FieldkitError } from "./errors";
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

  test("is ready after a first failure, with fallbacks", async () => {
    const client = open();
    calls.pop()?.fail();
    await client.ready();
    expect([client.isOn("beta"), client.status]).toEqual([false, "failed"]);
    client.refresh();
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

  test("starts with the flags of a server", async () => {
    const client = open({ bootstrap: { beta: { value: true, reason: "STATIC", variant: "on" } } });
    expect([client.isOn("beta"), client.status]).toEqual([true, "loading"]);
    calls.pop()?.fail();
    await client.ready();
    expect([client.isOn("beta"), client.status]).toEqual([true, "stale"]);
  });
});

describe("a failure", () => {
  const body = (given: object) => JSON.stringify(given);
  test.each<[string, Response | undefined, Partial<FieldkitError>, string]>([
    [
      "a wrong key",
      new Response(body({ error: "Invalid or revoked API key", code: "unauthorized", hint: "Create one." }), {
        status: 401,
      }),
      { status: 401, code: "unauthorized", isWrongKey: true },
      "Fieldkit answered 401: Invalid or revoked API key. Create one.",
    ],
    [
      "a proxy that asks to sign in",
      new Response("<h1>Sign in", { status: 401 }),
      { status: 401, code: "unexpected_response", isWrongKey: false },
      "https://fieldkit.test answered 401, and not as Fieldkit does. Is the URL right?",
    ],
    [
      "another server",
      new Response("<h1>Welcome"),
      { status: 200, code: "unexpected_response" },
      "https://fieldkit.test answered 200, and not as Fieldkit does. Is the URL right?",
    ],
    [
      "another API",
      new Response(body({ flags: 5 })),
      { status: 200, code: "unexpected_response" },
      "https://fieldkit.test answered 200, and not as Fieldkit does. Is the URL right?",
    ],
    [
      "no connection",
      undefined,
      { status: undefined, code: "unreachable" },
      "https://fieldkit.test can't be reached: fetch failed",
    ],
  ])("of %s has a status, a code and a readable message", async (_, response, expected, message) => {
    const client = open();
    const call = calls.pop();
    if (response) call?.answer(response);
    else call?.fail();
    await client.ready();
    expect(errors).toEqual([client.error]);
    expect(client.error).toMatchObject({ name: "FieldkitError", ...expected });
    expect(client.error?.message).toBe(message);
  });

  test("of a call without an answer is a timeout", async () => {
    vi.useRealTimers();
    const client = open({ timeoutMs: 1 });
    await client.ready();
    expect(client.error).toMatchObject({ code: "timeout", status: undefined });
  });

  test.each([
    ["a malformed URL", { url: "fieldkit" }, "fieldkit can't be reached: Invalid URL"],
    ["a URL that isn't set", { url: undefined as never }, "undefined can't be reached: Invalid URL"],
    ["a key from the documentation", { key: "fk_…" }, "This isn't an API key."],
  ])("of %s is reported, too", async (_, options, message) => {
    const client = open({ ...options, fetch: undefined });
    await client.ready();
    expect([client.error?.message, client.status]).toEqual([message, "failed"]);
  });

  test("is logged once if there is no handler", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const client = open({ onError: undefined });
    for (let at = 0; at < 3; at += 1) {
      const refreshed = client.refresh();
      await settled();
      for (const call of calls.splice(0)) call.fail();
      await settled();
      for (const call of calls.splice(0)) call.fail();
      await refreshed;
    }
    expect(warn.mock.calls).toEqual([
      [
        "[fieldkit] https://fieldkit.test can't be reached: fetch failed (Later failures aren't logged: use onError.)",
      ],
    ]);
    warn.mockRestore();
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
