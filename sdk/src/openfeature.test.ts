import { OpenFeature as Server } from "@openfeature/server-sdk";
import { OpenFeature as Web } from "@openfeature/web-sdk";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FieldkitProvider } from "./openfeature";
import { FieldkitServerProvider } from "./openfeature-server";
import type { LocalOptions } from "./server";

/** The instance's present response; undefined while it is away. */
let respond: (() => Response) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  respond = undefined;
});
afterEach(async () => {
  await Promise.all([Server.close(), Web.close()]);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const options: LocalOptions = {
  ...{ url: "https://fieldkit.test", key: "fk_x", updates: "poll", pollMs: 1000, countUses: false },
  onError: () => {},
  fetch: async () => {
    if (!respond) throw new TypeError("fetch failed");
    return respond();
  },
};
const wrongKey = () =>
  new Response('{"error":"Invalid or revoked API key","code":"unauthorized"}', { status: 401 });
const evaluations = () => new Response('{"flags":[{"key":"beta","value":true,"reason":"STATIC"}]}');
const snapshot = () =>
  new Response('{"format":1,"groups":[],"flags":[],"segments":[],"records":[],"isComplete":true}');

const { bootstrap: _, ...inPages } = options;

describe.each([
  {
    ...{ sdk: "web", answer: evaluations, statusOf: () => Web.getClient().providerStatus },
    start: () => Web.setProviderAndWait(new FieldkitProvider(inPages)),
  },
  {
    ...{ sdk: "server", answer: snapshot, statusOf: () => Server.getClient().providerStatus },
    start: () => Server.setProviderAndWait(new FieldkitServerProvider(options)),
  },
])("OpenFeature's $sdk SDK", ({ answer, statusOf, start }) => {
  test("has an error while Fieldkit is away, and is ready once it is back", async () => {
    await expect(start()).rejects.toThrow("https://fieldkit.test can't be reached: fetch failed");
    expect(statusOf()).toBe("ERROR");
    respond = answer;
    await vi.advanceTimersByTimeAsync(2000);
    expect(statusOf()).toBe("READY");
  });

  test("has a fatal error for a wrong key, and is ready once the key works", async () => {
    respond = wrongKey;
    await expect(start()).rejects.toThrow("Invalid or revoked API key");
    expect(statusOf()).toBe("FATAL");
    respond = answer;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(statusOf()).toBe("READY");
  });

  test("is stale while calls fail after a start, also with a revoked key", async () => {
    respond = answer;
    await start();
    expect(statusOf()).toBe("READY");
    respond = wrongKey;
    await vi.advanceTimersByTimeAsync(2000);
    expect(statusOf()).toBe("STALE");
  });
});

describe("another context in OpenFeature's web SDK", () => {
  const beta = () => Web.getClient().getBooleanDetails("beta", false);

  test("has no flags of the one before while Fieldkit is away", async () => {
    // OpenFeature logs the failure.
    vi.spyOn(console, "error").mockImplementation(() => {});
    respond = evaluations;
    await Web.setProviderAndWait(new FieldkitProvider(inPages), { targetingKey: "ada" });
    expect(beta().value).toBe(true);
    respond = undefined;
    await Web.setContext({ targetingKey: "bob" });
    expect(beta()).toMatchObject({ value: false, errorCode: "PROVIDER_NOT_READY" });
    expect(Web.getClient().providerStatus).toBe("ERROR");
    respond = evaluations;
    await vi.advanceTimersByTimeAsync(2000);
    expect([beta().value, Web.getClient().providerStatus]).toEqual([true, "READY"]);
  });

  test("keeps the values of the same targeting key, and is stale", async () => {
    respond = evaluations;
    await Web.setProviderAndWait(new FieldkitProvider(inPages), { targetingKey: "ada" });
    respond = undefined;
    await Web.setContext({ targetingKey: "ada", plan: "pro" });
    await vi.advanceTimersByTimeAsync(0);
    expect([beta().value, Web.getClient().providerStatus]).toEqual([true, "STALE"]);
  });
});
