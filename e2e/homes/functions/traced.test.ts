import { afterAll, beforeAll, expect, it } from "vitest";
import { type Door, startDoor } from "../../door";
import { Inboxes } from "../../faults/inboxes";
import { startTraced, type TracedFunctions } from "./traced-functions";

/** The parts of a function's life that need no platform: it is started from its own files, and frozen when it has answered. */
let door: Door;
let functions: TracedFunctions;
const ask: TracedFunctions["ask"] = (asked) => functions.ask(asked);

beforeAll(async () => {
  door = await startDoor("server", {}, { pages: false });
  functions = await startTraced({
    entries: [
      "server/pages/api/project-host.js",
      "server/app/api/teams/route.js",
      "server/app/readyz/route.js",
    ],
    databaseUrl: door.databaseUrl(),
    port: door.port,
  });
});
afterAll(async () => {
  await functions?.stop();
  await door?.stop();
});

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
