import { afterAll, beforeAll, expect, test } from "vitest";
import { hasOneWorker } from "../door";
import { busIs, type Cluster, eventually, startCluster } from "./cluster";
import { createSite } from "./site";

/** The bounds of `docs/decisions/caches.md`, and what a busy machine may add. */
const unheardMs = 1000;
const noticedMs = 3000;
const slackMs = 10_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["server", "server"]);
});
afterAll(() => cluster.stop());

async function createServedMock() {
  const site = await createSite(cluster);
  const { id } = await site.createMock("/greeting", "old");
  await eventually(slackMs, async () =>
    expect(await site.seen("/api/mock/greeting")).toMatchObject({ text: "old" }),
  );
  return {
    ...site,
    change: (responseBody: string) => site.here.done("PUT", `${site.api}/mocks/${id}`, { responseBody }),
    shows: async (text: string) => expect(await site.seen("/api/mock/greeting")).toMatchObject({ text }),
  };
}

test("a process that is cut off serves nothing older than a second, and hears again afterwards", async () => {
  const { change, shows, here, there } = await createServedMock();
  expect((await there.send("GET", "/api/teams")).status).toBe(200);
  await cluster.proxies[1].cut();
  await busIs(cluster, ["ok", "degraded"]);
  await change("while cut off");
  await eventually(unheardMs + slackMs, () => shows("while cut off"));
  await here.done("POST", "/api/auth/sign-out", {});
  await eventually(unheardMs + slackMs, async () =>
    expect((await there.send("GET", "/api/teams")).status).toBe(401),
  );
  await cluster.proxies[1].restore();
  await busIs(cluster, ["ok", "ok"]);
  const after = await createServedMock();
  await after.change("told again");
  await eventually(slackMs, () => after.shows("told again"));
});

test("a process whose Redis falls silent notices by itself, and serves nothing older than four seconds", async () => {
  const { change, shows } = await createServedMock();
  cluster.proxies[1].hang();
  await change("unheard");
  await eventually(noticedMs + unheardMs + slackMs, () => shows("unheard"));
  await busIs(cluster, ["ok", "degraded"]);
  await cluster.proxies[1].restore();
  await busIs(cluster, ["ok", "ok"]);
});

test("with a Redis that hangs every call is answered without noticeable delay", async () => {
  const { change } = await createServedMock();
  for (const proxy of cluster.proxies) proxy.hang();
  const start = performance.now();
  for (const text of ["a", "b", "c", "d", "e"]) await change(text);
  expect(performance.now() - start).toBeLessThan(250 + 5 * 200 + slackMs);
  await busIs(cluster, ["degraded", "degraded"]);
  for (const proxy of cluster.proxies) await proxy.restore();
  await busIs(cluster, ["ok", "ok"]);
});

test("what a cut-off process could not tell is made good when it is connected again", async () => {
  const { change, shows } = await createServedMock();
  await cluster.proxies[0].cut();
  await busIs(cluster, ["degraded", "ok"]);
  await change("untold");
  // Of several workers there, one may not have known the old one, and has read the new.
  if (hasOneWorker) await shows("old");
  await cluster.proxies[0].restore();
  await busIs(cluster, ["ok", "ok"]);
  await eventually(slackMs, () => shows("untold"));
});

test.each<[string, "cut" | "hang"]>([
  ["away", "cut"],
  ["silent", "hang"],
])("with its Redis %s captures are stored and answered at once", async (_, how) => {
  const { here, there, api, project } = await createSite(cluster);
  const { id, referenceId } = await here.done<{ id: string; referenceId: string }>(
    "POST",
    `${api}/webhooks`,
    {
      name: "Orders",
    },
  );
  for (const proxy of cluster.proxies) await proxy[how]();
  // Did each wait for Redis, even if for a moment only, it would add up to more.
  const start = performance.now();
  for (let order = 1; order <= 60; order += 1) {
    const path = `/api/webhook/${referenceId}`;
    const { status, text } = await there.send("POST", path, { host: project.host, body: { order } });
    expect(status, text).toBe(200);
  }
  expect(performance.now() - start).toBeLessThan(60 * 180);
  const listed = await here.done<{ sequence: number; body: string }[]>(
    "GET",
    `${api}/webhooks/${id}/requests`,
  );
  expect(listed.map(({ sequence, body }) => [sequence, body])).toEqual(
    Array.from({ length: 50 }, (_, at) => [60 - at, `{"order":${60 - at}}`]),
  );
  for (const proxy of cluster.proxies) await proxy.restore();
  await busIs(cluster, ["ok", "ok"]);
});
