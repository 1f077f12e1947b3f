import { describe, expect, test, vi } from "vitest";
import type { FieldkitError } from "./errors";
import { calls, errors, open, prepareClients, settled } from "./fixtures/clients";

prepareClients();

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
