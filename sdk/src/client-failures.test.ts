import { describe, expect, test, vi } from "vitest";
import type { FieldkitError } from "./errors";
import {
  answered,
  calls,
  errors,
  give,
  open,
  type Pending,
  pause,
  prepareClients,
  settled,
} from "./fixtures/clients";

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
      "https://fieldkit.test answered 401: Invalid or revoked API key. Create one.",
    ],
    [
      "a proxy that asks to sign in",
      new Response("<h1>Sign in", { status: 401 }),
      { status: 401, code: "unexpected_response", isWrongKey: false },
      "https://fieldkit.test answered 401, but not as Fieldkit. Is the URL right?",
    ],
    [
      "another server",
      new Response("<h1>Welcome"),
      { status: 200, code: "unexpected_response" },
      "https://fieldkit.test answered 200, but not as Fieldkit. Is the URL right?",
    ],
    [
      "another API",
      new Response(body({ flags: 5 })),
      { status: 200, code: "unexpected_response" },
      "https://fieldkit.test answered 200, but not as Fieldkit. Is the URL right?",
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
  ])("of %s is reported, too", async (_, options, message) => {
    const client = open({ ...options, fetch: undefined });
    await client.ready();
    expect([client.error?.message, client.status]).toEqual([message, "failed"]);
  });

  test("of a key from the documentation is the instance's", async () => {
    open({ key: "fk_…" });
    expect(calls[0]?.headers.get("authorization")).toBe("Bearer fk_%E2%80%A6");
  });

  test("is logged once in an outage if there is no handler", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const client = open({ onError: undefined });
    const answerNext = async (how: (call: Pending) => void) => {
      const refreshed = client.refresh();
      await pause();
      for (const call of calls.splice(0)) how(call);
      await pause();
      for (const call of calls.splice(0)) how(call);
      await refreshed;
    };
    await answerNext((call) => call.fail());
    expect(warn.mock.calls).toEqual([
      ["[fieldkit] https://fieldkit.test can't be reached: fetch failed (see onError)"],
    ]);
    await answerNext((call) => call.answer(answered({})));
    await answerNext((call) => call.fail());
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });

  test("in a handler or a listener of the application ends nothing", async () => {
    const client = open({
      onError: () => {
        throw new Error("of the handler");
      },
    });
    client.onChange(() => Promise.reject(new Error("of a listener")));
    calls.pop()?.fail();
    await client.ready();
    client.refresh();
    await pause();
    calls.pop()?.answer(answered({ beta: true }));
    await settled();
    expect([client.isOn("beta"), client.status]).toEqual([true, "ready"]);
  });

  test("of an attribute that JSON can't have is reported, and the values of the subject before are gone", async () => {
    const client = open({ subject: "ada" });
    await give({ admin: true });
    const identified = client.identify({ targetingKey: "bob", size: 1n });
    expect(client.isOn("admin")).toBe(false);
    const { body } = await give({ admin: false });
    await identified;
    expect([JSON.parse(body).context, errors.length]).toEqual([{ targetingKey: "bob" }, 1]);
  });
});
