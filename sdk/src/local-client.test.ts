import { afterEach, beforeEach, expect, test } from "vitest";
import type { FieldkitError } from "./errors";
import { createLocalClient, type LocalClient, type LocalOptions } from "./server";

const snapshotWith = (value: boolean) => ({
  ...{ format: 1, groups: [], segments: [], records: [], isComplete: true },
  flags: [
    {
      ...{ key: "beta", enabled: value, rollout: 100, rolloutBasisPoints: null, salt: "beta" },
      ...{ values: null, variants: null, targeting: null },
    },
  ],
});

/** The responses to the next calls, in order. */
let answers: (Response | Error)[];
let errors: Error[];
const clients: LocalClient[] = [];

beforeEach(() => {
  [answers, errors] = [[], []];
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const away = new TypeError("fetch failed");
const snapshot = (isOn: boolean) => new Response(JSON.stringify(snapshotWith(isOn)));
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ error: "Refused", code }), { status });

function open(options: Partial<LocalOptions> = {}): LocalClient {
  const client = createLocalClient({
    ...{ url: "https://fieldkit.test", key: "fk_x", updates: "none", countUses: false },
    fetch: async () => {
      const answer = answers.shift() ?? away;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    onError: (error) => errors.push(error),
    ...options,
  });
  clients.push(client);
  return client;
}

test("starts with fallbacks while Fieldkit is away, reports, and recovers", async () => {
  const client = open();
  await client.ready();
  expect([client.isOn("beta"), client.status, client.isCurrent]).toEqual([false, "failed", false]);
  expect(errors).toMatchObject([{ name: "FieldkitError", code: "unreachable" }]);
  answers = [snapshot(true), away];
  await client.refresh();
  expect([client.isOn("beta"), client.status, client.error]).toEqual([true, "ready", undefined]);
  await client.refresh();
  expect([client.isOn("beta"), client.status]).toEqual([true, "stale"]);
});

test.each<[string, Response, Partial<FieldkitError>]>([
  ["a wrong key", refusal(401, "unauthorized"), { status: 401, isWrongKey: true }],
  ["an unknown environment", refusal(404, "not_found"), { status: 404, code: "not_found" }],
  [
    "a snapshot of a newer version",
    new Response('{"format":2}'),
    {
      code: "unsupported_format",
      message: "This instance needs a newer @fieldkit/sdk. Install its /sdk.tgz.",
    },
  ],
])("is ready after %s, with the error", async (_, response, expected) => {
  answers = [response];
  const client = open();
  await client.ready();
  expect(client.status).toBe("failed");
  expect(client.error).toMatchObject(expected);
});

test("starts with the bootstrap, and a broken one is reported", async () => {
  const client = open({ bootstrap: snapshotWith(true) });
  expect([client.isOn("beta"), client.status]).toEqual([true, "loading"]);
  await client.ready();
  expect([client.isOn("beta"), client.status]).toEqual([true, "stale"]);
  errors = [];
  answers = [snapshot(true)];
  const other = open({ bootstrap: { format: 1 } });
  await other.ready();
  expect([other.isOn("beta"), errors.length]).toEqual([true, 1]);
});

test("has the flags of a subject for the bootstrap of a page", async () => {
  answers = [snapshot(true)];
  const client = open();
  await client.ready();
  expect(JSON.parse(JSON.stringify(client.bootstrap("ada")))).toEqual({
    beta: { value: true, reason: "STATIC", variant: "on" },
  });
});
