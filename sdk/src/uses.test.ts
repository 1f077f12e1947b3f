import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectionTo } from "./connection";
import { Uses } from "./uses";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Body = { env?: string; uses: { group?: string; flag: string; answer: string; count: number }[] };

/** An instance that answers with these statuses, then with 200. */
function start(...statuses: number[]) {
  const bodies: Body[] = [];
  const errors: Error[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body)) as Body);
    return new Response('{"error":"x","code":"x"}', { status: statuses.shift() ?? 200 });
  };
  const onError = (error: Error) => errors.push(error);
  const options = { url: "http://localhost", key: "k", environment: "staging", fetch, onError };
  const uses = new Uses(options, connectionTo(options));
  return { uses, bodies, errors };
}

test("answers are sent together within two minutes, and nothing where there are none", async () => {
  const { uses, bodies } = start();
  uses.add("tenants", "beta", "on");
  uses.add(undefined, "beta", "on");
  uses.add("tenants", "beta", "off");
  uses.add("tenants", "beta", "on");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(bodies).toEqual([
    {
      env: "staging",
      uses: [
        { group: "tenants", flag: "beta", answer: "on", count: 2 },
        { flag: "beta", answer: "on", count: 1 },
        { group: "tenants", flag: "beta", answer: "off", count: 1 },
      ],
    },
  ]);
  await vi.advanceTimersByTimeAsync(600_000);
  await uses.flush();
  expect(bodies).toHaveLength(1);
});

test("thousands of answers go in several calls, and those that fail are sent the next time", async () => {
  const { uses, bodies, errors } = start(200, 503);
  for (let n = 0; n < 2500; n += 1) uses.add(undefined, `f${n}`, "on");
  await uses.flush();
  expect(bodies.map((each) => each.uses.length)).toEqual([1000, 1000]);
  expect(errors).toHaveLength(1);
  uses.add(undefined, "f2400", "on");
  await uses.flush();
  expect(bodies.slice(2).map((each) => each.uses.length)).toEqual([1000, 500]);
  expect(bodies[3]?.uses.find(({ flag }) => flag === "f2400")?.count).toBe(2);
});

test("a client that is closed sends what it has once, and no more", async () => {
  const { uses, bodies } = start(503);
  uses.add(undefined, "f", "on");
  uses.close();
  uses.add(undefined, "f", "on");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(bodies.map((each) => each.uses)).toEqual([[{ flag: "f", answer: "on", count: 1 }]]);
});

test.each([
  [400, 1],
  [401, 2],
  [403, 1],
  [404, 1],
  [429, 2],
  [500, 2],
])("after %i there are %i calls in all", async (status, calls) => {
  const { uses, bodies } = start(status);
  uses.add(undefined, "f", "on");
  await uses.flush();
  uses.add(undefined, "f", "on");
  await uses.flush();
  expect(bodies).toHaveLength(calls);
});

test("a proxy's 404 doesn't end the reports", async () => {
  const bodies: unknown[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    bodies.push(init?.body);
    return bodies.length === 1 ? new Response("<h1>Not found", { status: 404 }) : new Response("{}");
  };
  const options = { url: "http://localhost", key: "k", fetch, onError: () => {} };
  const uses = new Uses(options, connectionTo(options));
  uses.add(undefined, "f", "on");
  await uses.flush();
  await uses.flush();
  expect(bodies).toHaveLength(2);
});
