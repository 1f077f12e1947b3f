import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { DoorName } from "../door";
import { busIs, type Cluster, eventually, startCluster } from "./cluster";
import { createSite, unique } from "./site";

/** Far below the half minute up to which a process serves what it remembers: so it was told. */
const toldWithinMs = 10_000;

describe.each<[DoorName, DoorName]>([
  ["server", "next"],
  ["next", "server"],
])("a change at the %s door is seen at the %s door at once", (...doors) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(doors);
  });
  afterEach(() => busIs(cluster, ["ok", "ok"]));
  afterAll(() => cluster.stop());

  test("of a mock: created, changed, deleted, put back", async () => {
    const { here, api, createMock, seen } = await createSite(cluster);
    expect(await seen("/api/mock/greeting")).toMatchObject({ status: 404 });
    const { id } = await createMock("/greeting", "one");
    await eventually(toldWithinMs, async () =>
      expect(await seen("/api/mock/greeting")).toEqual({ status: 200, text: "one" }),
    );
    const large = "two ".repeat(5000);
    await here.done("PUT", `${api}/mocks/${id}`, { responseBody: large });
    await eventually(toldWithinMs, async () =>
      expect(await seen("/api/mock/greeting")).toEqual({ status: 200, text: large }),
    );
    await here.done("PUT", `${api}/mocks/${id}`, { responseBody: large.toUpperCase() });
    await eventually(toldWithinMs, async () =>
      expect(await seen("/api/mock/greeting")).toEqual({ status: 200, text: large.toUpperCase() }),
    );
    await here.done("DELETE", `${api}/mocks/${id}`);
    await eventually(toldWithinMs, async () =>
      expect(await seen("/api/mock/greeting")).toMatchObject({ status: 404 }),
    );
    await here.done("POST", `${api}/deletions/mock/${id}/restore`);
    await eventually(toldWithinMs, async () =>
      expect(await seen("/api/mock/greeting")).toMatchObject({ status: 200 }),
    );
  });

  test("of a sequence: each call, and its new beginning", async () => {
    const { here, api, seen, project } = await createSite(cluster);
    const responses = ["1", "2", "3", "4"].map((body) => ({ body }));
    const mock = { name: "Turns", endpoint: "/turns", responses, responseMode: "sequence" };
    const { id } = await here.done<{ id: string }>("POST", `${api}/mocks`, mock);
    const path = "/api/mock/turns";
    const ask = async () => (await here.send("GET", path, { host: project.host })).text;
    await eventually(toldWithinMs, async () => expect(await seen(path)).toMatchObject({ status: 200 }));
    await here.done("POST", `${api}/mocks/${id}/reset`, {});
    expect([await ask(), (await seen(path)).text, await ask(), (await seen(path)).text]).toEqual([
      "1",
      "2",
      "3",
      "4",
    ]);
  });

  test("of a project: its slug changed, deleted", async () => {
    const { here, project, projectPath, createMock, seen } = await createSite(cluster);
    await createMock("/greeting", "hello");
    const slug = unique("store");
    const newHost = project.host.replace(project.slug, slug);
    expect(await seen("/api/mock/greeting")).toMatchObject({ status: 200 });
    expect(await seen("/api/mock/greeting", newHost)).toMatchObject({ status: 404 });
    await here.done("PUT", projectPath, { slug });
    await eventually(toldWithinMs, async () => {
      expect(await seen("/api/mock/greeting")).toMatchObject({ status: 404 });
      expect(await seen("/api/mock/greeting", newHost)).toEqual({ status: 200, text: "hello" });
    });
    await here.done("DELETE", projectPath);
    await eventually(toldWithinMs, async () =>
      expect(await seen("/api/mock/greeting", newHost)).toMatchObject({ status: 404 }),
    );
  });

  test("of a session: ended", async () => {
    const { here, there } = await createSite(cluster);
    expect((await there.send("GET", "/api/teams")).status).toBe(200);
    expect((await here.send("POST", "/api/auth/sign-out", { body: {} })).status).toBe(200);
    await eventually(toldWithinMs, async () =>
      expect((await there.send("GET", "/api/teams")).status).toBe(401),
    );
  });

  test("of an API key: revoked", async () => {
    const { here, there, api, apiByReference } = await createSite(cluster);
    const { id, key } = await here.done<{ id: string; key: string }>("POST", `${apiByReference}/api-keys`, {
      name: "CI",
    });
    const headers = { "x-api-key": key };
    const status = async () => (await there.at(there.port).send("GET", `${api}/mocks`, { headers })).status;
    expect(await status()).toBe(200);
    await here.done("DELETE", `${apiByReference}/api-keys/${id}`);
    await eventually(toldWithinMs, async () => expect(await status()).toBe(401));
  });

  test("of an inbox: created, expired", async () => {
    const { here, api, seen } = await createSite(cluster);
    const { id, referenceId } = await here.done<{ id: string; referenceId: string }>(
      "POST",
      `${api}/webhooks`,
      {
        name: "Orders",
      },
    );
    const path = `/api/webhook/${referenceId}`;
    await eventually(toldWithinMs, async () => expect(await seen(path)).toMatchObject({ status: 200 }));
    await here.done("PUT", `${api}/webhooks/${id}`, { expiresAt: "2020-01-01T00:00:00.000Z" });
    await eventually(toldWithinMs, async () => expect(await seen(path)).toMatchObject({ status: 410 }));
  });

  test("of an inbox: captured into", async () => {
    const { here, there, api, project } = await createSite(cluster);
    const { id, referenceId } = await here.done<{ id: string; referenceId: string }>(
      "POST",
      `${api}/webhooks`,
      {
        name: "Orders",
      },
    );
    const captured = await there.send("POST", `/api/webhook/${referenceId}`, {
      host: project.host,
      body: { order: 7 },
    });
    expect(captured.status, captured.text).toBe(200);
    const listed = await here.done<{ body: string }[]>("GET", `${api}/webhooks/${id}/requests`);
    expect(listed.map(({ body }) => body)).toEqual(['{"order":7}']);
  });

  test("of a flag: switched on, deleted, put back", async () => {
    const { here, there, api, apiByReference } = await createSite(cluster);
    const { id } = await here.done<{ id: string }>("POST", `${apiByReference}/flags`, {
      name: "Beta",
      key: "beta",
    });
    const path = `${apiByReference}/flags/check/beta?targetingKey=ada`;
    const checked = async () => {
      const { status, text } = await there.send("GET", path);
      return status === 200 ? JSON.parse(text).enabled : status;
    };
    expect(await checked()).toBe(false);
    await here.done("PUT", `${apiByReference}/flags/${id}`, { enabled: true, rollout: 100 });
    await eventually(toldWithinMs, async () => expect(await checked()).toBe(true));
    await here.done("DELETE", `${apiByReference}/flags/${id}`);
    await eventually(toldWithinMs, async () => expect(await checked()).toBe(404));
    await here.done("POST", `${api}/deletions/flag/${id}/restore`);
    await eventually(toldWithinMs, async () => expect(await checked()).toBe(true));
  });

  test("of what flags answer: heard by a stream, whose answers are new then, and which ends with its key", async () => {
    const { here, there, apiByReference } = await createSite(cluster);
    type Made = { id: string; key: string };
    const given = { name: "Page", scope: "evaluate" };
    const { id: keyId, key } = await here.done<Made>("POST", `${apiByReference}/api-keys`, given);
    const flag = await here.done<Made>("POST", `${apiByReference}/flags`, { name: "Beta", key: "beta" });
    const stream = await fetch(`http://127.0.0.1:${there.port}/api/sdk/stream?key=${key}`);
    const heard = { text: "", isOver: false };
    const reading = (async () => {
      const reader = stream.body?.getReader();
      for (;;) {
        const { value } = (await reader?.read()) ?? {};
        if (!value) break;
        heard.text += Buffer.from(value).toString();
      }
      heard.isOver = true;
    })();
    await eventually(toldWithinMs, async () => expect(heard.text).toContain('"ready"'));
    await here.done("PUT", `${apiByReference}/flags/${flag.id}`, { enabled: true, rolloutPercentage: 100 });
    await eventually(toldWithinMs, async () => expect(heard.text).toContain('"refetchEvaluation"'));
    const { text } = await there.send("POST", "/api/ofrep/v1/evaluate/flags", {
      body: { context: {} },
      headers: { authorization: `Bearer ${key}` },
    });
    expect(text).toContain('"key":"beta","value":true');
    await here.done("DELETE", `${apiByReference}/api-keys/${keyId}`);
    await eventually(toldWithinMs, async () => expect(heard.isOver).toBe(true));
    await reading;
  });
});
