import { afterAll, beforeAll, expect, it } from "vitest";
import { Caller } from "../caller";
import { type Door, startDoor } from "../door";
import { doorName } from "./client";

/* With small quotas, behind a proxy that says who called. */
let door: Door;
let owner: Caller;
let base: string;
let controllers: AbortController[] = [];

beforeAll(async () => {
  door = await startDoor(
    doorName,
    {
      QUOTAS: "flagStreams=5,flagStreamsOfKey=3,flagStreamsOfAddress=2",
      TRUST_PROXY: "1",
      // An inherited database would be shared with the suite's own door.
      DATABASE_URL: "",
      REDIS_URL: "",
      WORKERS: "1",
    },
    { pages: false, cheapPasswords: true },
  );
  owner = await new Caller(door.port).signedUp("ada@example.com");
  const [team] = await owner.done<{ id: string }[]>("GET", "/api/teams");
  const path = `/api/teams/${team?.id}/projects`;
  const project = await owner.done<{ referenceId: string }>("POST", path, { name: "Shop", slug: "shop" });
  base = `/api/projects/${project.referenceId}`;
});
afterAll(async () => {
  for (const controller of controllers) controller.abort();
  await door.stop();
});

const makeKey = async () =>
  (await owner.done<{ key: string }>("POST", `${base}/api-keys`, { name: "Page", scope: "evaluate" })).key;

async function open(key: string, address: string): Promise<Response> {
  const controller = new AbortController();
  controllers.push(controller);
  return fetch(`http://127.0.0.1:${door.port}/api/sdk/stream?key=${key}`, {
    headers: { "x-forwarded-for": address },
    signal: controller.signal,
  });
}

function close(): void {
  for (const controller of controllers) controller.abort();
  controllers = [];
}

async function expectFull(key: string, address: string, quota: string): Promise<void> {
  const refused = await open(key, address);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await refused.json()) as object).toMatchObject({
    code: "rate_limited",
    error: expect.stringContaining(`the quota ${quota},`),
  });
}

it("an address, a key and a project have so many streams, and again when some are closed", async () => {
  const [one, two] = [await makeKey(), await makeKey()];
  const opened = async (key: string, address: string) => expect((await open(key, address)).status).toBe(200);
  for (const address of ["198.51.100.1", "198.51.100.1", "198.51.100.2"]) await opened(one, address);
  await expectFull(two, "198.51.100.1", "flagStreamsOfAddress");
  await expectFull(one, "198.51.100.3", "flagStreamsOfKey");
  for (const address of ["198.51.100.3", "198.51.100.4"]) await opened(two, address);
  await expectFull(two, "198.51.100.5", "flagStreams");
  close();
  await expect.poll(async () => (await open(one, "198.51.100.1")).status).toBe(200);
});
