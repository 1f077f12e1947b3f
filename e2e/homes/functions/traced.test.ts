import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Door, startDoor } from "../../door";
import { Inboxes } from "../../faults/inboxes";
import { bundleInstance, Instances } from "./instances";
import { layOutTraced } from "./traced-folder";

/** The parts of a function's life that need no platform: it is started from its own files, and frozen when it has answered. */
let door: Door;
let folder: string;
let instances: Instances;

beforeAll(async () => {
  door = await startDoor("server", {}, { pages: false });
  folder = await mkdtemp(join(tmpdir(), "fieldkit-traced-"));
  const entries = [
    "server/pages/api/project-host.js",
    "server/app/api/teams/route.js",
    "server/app/readyz/route.js",
  ];
  const launcher = layOutTraced(entries, join(folder, "function"));
  instances = startInstances(launcher, await bundleInstance(folder), door.databaseUrl());
});
afterAll(async () => {
  await instances?.stop();
  await door?.stop();
  await rm(folder, { recursive: true, force: true });
});

function startInstances(launcher: string, program: string, databaseUrl: string): Instances {
  const env = {
    ...process.env,
    VERCEL: "1",
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: "a secret of thirty-two characters",
    APP_URL: `http://localhost:${door.port}`,
    MOCK_DOMAIN: `mock.localhost:${door.port}`,
  } as const;
  return new Instances({ program, launcher, neonPort: 0, env });
}

type Asked = { path: string; host?: string; target?: string; method?: string; body?: string };

/** As the platform hands a request over, after the middleware. */
async function ask({ path, host, target = path, method = "GET", body }: Asked) {
  const port = await instances.wake();
  const headers = {
    host: host ?? `localhost:${door.port}`,
    "x-fieldkit-target": target,
    "x-matched-path": path,
  };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, async (given) => {
      resolve({ status: given.statusCode ?? 0, text: await text(given) });
    });
    sent.on("error", reject).end(body);
  });
}

it("functions answer from the files that the build lists for them, each time thawed anew", async () => {
  for (let time = 0; time < 3; time += 1) {
    expect(await ask({ path: "/readyz" })).toMatchObject({ status: 200 });
    expect((await ask({ path: "/api/teams" })).status).toBe(401);
  }
});

it("a mock answers, and an inbox keeps method and query as they were sent", async () => {
  const site = await Inboxes.create(door.port, 1);
  const mock = { name: "Hi", endpoint: "/hi", responseBody: "hello" };
  await site.owner.done("POST", site.api.replace(/webhooks$/, "mocks"), mock);
  const template = "{{ request.params.n | times: 6 }}{{ 'number.int' | fake: min: 1, max: 1 }}";
  const more = { name: "Made", endpoint: "~^/made/(?P<n>[0-9]+)$", templated: true, responseBody: template };
  await site.owner.done("POST", site.api.replace(/webhooks$/, "mocks"), more);
  const host = { path: "/api/project-host", host: site.host };
  expect(await ask({ ...host, target: "/api/mock/hi" })).toEqual({ status: 200, text: "hello" });
  expect(await ask({ ...host, target: "/api/mock/made/7" })).toEqual({ status: 200, text: "421" });
  const [inbox] = site.all;
  const target = `${inbox?.path}?x=/y&z=%20`;
  expect((await ask({ ...host, target, method: "PROPFIND", body: "x".repeat(900_000) })).status).toBe(200);
  const [capture] = await site.owner.done<{ method: string; rawUrl: string; headers: object }[]>(
    "GET",
    `${site.api}/${inbox?.id}/requests`,
  );
  expect(capture).toMatchObject({ method: "PROPFIND", rawUrl: target });
  expect(Object.keys(capture?.headers ?? {})).not.toContain("x-fieldkit-target");
});
