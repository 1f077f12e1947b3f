import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Door, startDoor } from "../door";
import { AttackSite } from "./attack-site";

let door: Door;
let victim: AttackSite;
let neighbour: AttackSite;

beforeAll(async () => {
  door = await startDoor("server", { RATE_LIMIT: "on" });
  victim = await AttackSite.create(door, "victim@example.com");
  neighbour = await AttackSite.create(door, "neighbour@example.com");
  for (const site of [victim, neighbour]) {
    const mock = { name: "M", endpoint: "/hello", responseBody: "{}" };
    await site.owner.done("POST", `${site.api}/mocks`, mock);
  }
});
afterAll(() => door.stop());

type Request = { method: string; path: string; headers: Record<string, string>; body?: string };

/** In a thread of its own: sends one request after the other on each of many connections until it is ended. */
const flooder = `
  const { Agent, request } = require("node:http");
  const { workerData: { port, requests, connections } } = require("node:worker_threads");
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const lane = (n) => {
    const { body, ...rest } = requests[n % requests.length];
    const next = () => setImmediate(lane, n + connections);
    request({ host: "127.0.0.1", port, agent, ...rest }, (incoming) => incoming.resume().on("close", next))
      .on("error", next).end(body);
  };
  for (let n = 0; n < connections; n += 1) lane(n);
`;

async function flooding<T>(requests: Request[], work: () => Promise<T>): Promise<T> {
  const thread = new Worker(flooder, { eval: true, workerData: { port: door.port, requests, connections: 20 } });
  try {
    await once(thread, "online");
    await sleep(500);
    return await work();
  } finally {
    await thread.terminate();
  }
}

function requestsOf({ project, inbox, api, owner }: AttackSite) {
  const onHost = { host: project.host };
  const asOwner = { host: `localhost:${door.port}`, cookie: owner.cookie };
  return {
    mock: { method: "GET", path: "/api/mock/hello", headers: onHost },
    miss: { method: "GET", path: "/api/mock/nothing/here", headers: onHost },
    capture: {
      method: "POST",
      path: `/api/webhook/${inbox.referenceId}`,
      headers: onHost,
      body: "x".repeat(2000),
    },
    list: { method: "GET", path: `${api}/webhooks/${inbox.id}/requests`, headers: asOwner },
    mocks: { method: "GET", path: `${api}/mocks`, headers: asOwner },
  };
}

/** The 99th percentile of one request after the other, in ms. */
async function p99(site: AttackSite, kind: "mock" | "capture"): Promise<number> {
  const request = requestsOf(site)[kind];
  const durations: number[] = [];
  for (let count = 0; count < 300; count += 1) {
    const began = performance.now();
    expect(await site.send({ ...request, host: site.project.host })).toBe(200);
    durations.push(performance.now() - began);
  }
  return durations.sort((a, b) => a - b)[Math.floor(durations.length * 0.99)] ?? 0;
}

test.each(["mock", "capture"] as const)("a neighbour's flood hardly delays a %s", async (kind) => {
  const { mock, miss, capture, list, mocks } = requestsOf(neighbour);
  const seen: { alone: number; flooded: number }[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const alone = await p99(victim, kind);
    const flooded = await flooding([mock, miss, capture, list, mocks], () => p99(victim, kind));
    seen.push({ alone, flooded });
  }
  console.log(kind, JSON.stringify(seen));
  expect(seen.length).toBe(3);
});
