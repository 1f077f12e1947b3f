import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Caller } from "../caller";
import { type Door, startDoor } from "../door";
import { Crowd, type Shot, type Shots } from "./crowd";
import { othersDuring } from "./machine";

let door: Door;
/** As busy with the same flood as `door` will be, so that both are measured on an equally busy machine. */
let elsewhere: Door;

beforeAll(async () => {
  // Rates are switched off, because they would end the flood.
  const start = () => startDoor("server", {}, { pages: false });
  [door, elsewhere] = await Promise.all([start(), start()]);
});
afterAll(() => Promise.all([door?.stop(), elsewhere?.stop()]));

const mockCount = 200;

/** A person of their own with a project, and what can be asked of it. */
async function neighbour(door: Door, name: string) {
  const person = await new Caller(door.port).signedUp(`${name}@example.com`);
  const [team] = await person.done<{ id: string }[]>("GET", "/api/teams");
  const project = await person.done<{ id: string; referenceId: string; host: string }>(
    "POST",
    `/api/teams/${team?.id}/projects`,
    { name: "Shop", slug: "shop" },
  );
  const api = `/api/projects/${project.id}`;
  const mocks: { id: string }[] = [];
  for (let n = 0; n < mockCount; n++) {
    const mock = { name: `Order ${n}`, endpoint: `/orders/${n}`, responseBody: "x".repeat(500) };
    mocks.push(await person.done("POST", `${api}/mocks`, mock));
  }
  const inbox = await person.done<{ id: string; referenceId: string }>("POST", `${api}/webhooks`, {
    name: "Inbox",
  });
  const flags = `/api/projects/${project.referenceId}`;
  const group = await person.done<{ id: string }>("POST", `${flags}/groups`, { name: "Group" });
  for (const key of ["one", "two", "three", "four", "five"]) {
    await person.done("POST", `${flags}/groups/${group.id}/flags`, { name: key, key, defaultEnabled: true });
  }
  await person.done("POST", `${flags}/groups/${group.id}/records`, { id: name });
  const { key } = await person.done<{ key: string }>("POST", `${flags}/api-keys`, { name: "Key" });

  const own = { host: `localhost:${door.port}` };
  const signedIn = { ...own, cookie: person.cookie };
  const asked = (path: string, headers: Shot["headers"]): Shot => ({ method: "GET", path, headers });
  const sent = (method: string, path: string, headers: Shot["headers"], body: string): Shot => ({
    method,
    path,
    headers: { ...headers, "content-length": String(body.length), "content-type": "application/json" },
    body,
  });
  const { host } = project;
  return {
    mock: asked("/api/mock/orders/7", { host }),
    miss: asked("/api/mock/orders/none", { host }),
    capture: sent("POST", `/api/webhook/${inbox.referenceId}/order`, { host }, "x".repeat(2000)),
    sdk: asked(`/api/flags/${name}`, { ...own, "x-api-key": key }),
    requests: asked(`${api}/webhooks/${inbox.id}/requests`, signedIn),
    mocks: asked(`${api}/mocks`, signedIn),
    change: sent("PUT", `${api}/mocks/${mocks[0]?.id}`, signedIn, JSON.stringify({ name: "Changed" })),
  };
}

const measured = ["mock", "capture", "sdk"] as const;
const shotsOfEach = 300;
const floodConnections = 20;
const attempts = 6;
/**
 * A neighbour may double what an answer takes; and who has one connection never waits longer than twice what the
 * neighbour's many wait for theirs on average, whatever the machine's speed.
 */
const factor = 2;
/** However busy others are, no more than four times as much is put down to them. */
const othersMax = 0.75;

const p99 = (times: number[] = []) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;

const average = (times: number[][]) => {
  const all = times.flat();
  return all.reduce((sum, each) => sum + each, 0) / Math.max(all.length, 1);
};

const expectNoFailures = ({ statuses }: Shots) =>
  expect(Object.keys(statuses).filter((each) => /:5/.test(each) && !each.endsWith(":503"))).toEqual([]);

test("whatever a neighbour floods the server with, mocks, captures and SDKs of others are answered", async () => {
  const [mine, here, there] = await Promise.all([
    neighbour(door, "quiet"),
    neighbour(door, "flooding"),
    neighbour(elsewhere, "flooding"),
  ]);
  const measure = async (flooded: Door, flood: Shot[]) => {
    const crowd = new Crowd(flooded.port, flood, { connections: floodConnections });
    await sleep(500);
    const shots = measured.map((kind) => mine[kind]);
    const { times, statuses } = await new Crowd(door.port, shots, {
      count: shotsOfEach * shots.length,
    }).all();
    const theirs = await crowd.stop();
    expectNoFailures(theirs);
    expect(Object.keys(statuses), "the quiet one is answered").toEqual(measured.map((_, at) => `${at}:200`));
    return { waited: times.map(p99), neighbourWaited: average(theirs.times) };
  };
  const seen: Record<string, { beside: number; flooded: number; theirs: number; others: number }[]> = {};
  // What others do on this machine stretches the flooded server more, which has both floods' work to do.
  const isHeld = (kind: string) =>
    (seen[kind] ?? []).some(
      ({ beside, flooded, theirs, others }) =>
        flooded <= (factor * Math.max(beside, theirs)) / (1 - Math.min(others, othersMax)),
    );
  const processes = [process.pid, door.pid(), elsewhere.pid()];
  for (let attempt = 0; attempt < attempts && !measured.every(isHeld); attempt++) {
    const { result, others } = await othersDuring(processes, async () => ({
      beside: await measure(elsewhere, Object.values(there)),
      flooded: await measure(door, Object.values(here)),
    }));
    measured.forEach((kind, at) => {
      const [beside = 0, flooded = 0] = [result.beside.waited[at], result.flooded.waited[at]];
      const theirs = result.flooded.neighbourWaited;
      seen[kind] = [...(seen[kind] ?? []), { beside, flooded, theirs, others }];
    });
  }
  expect(
    measured.filter((kind) => !isHeld(kind)),
    JSON.stringify(seen),
  ).toEqual([]);
});
