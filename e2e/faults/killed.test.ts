import { afterAll, beforeAll, expect, test } from "vitest";
import { type Door, startDoor } from "../door";
import { expectKept, Flood } from "./flood";
import { Inboxes } from "./inboxes";

const kills = process.env.FIELDKIT_THOROUGH ? 10 : 4;
const connections = 20;

let door: Door;
beforeAll(async () => {
  door = await startDoor("server", {}, { pages: false });
});
afterAll(() => door.stop());

test(`a server killed ${kills} times in a flood loses no capture that it acknowledged`, async () => {
  const inboxes = await Inboxes.create(door.port, 4);
  const flood = new Flood(inboxes, { connections });
  const newest = new Map<string, number>();
  for (let round = 0; round < kills; round += 1) {
    flood.start();
    await flood.acknowledges(200 + 37 * round);
    // Every other time the database dies with the server, not after it.
    const database = round % 2 === 1 ? door.database() : [];
    for (const pid of database) process.kill(pid, "SIGKILL");
    expect(await door.end("SIGKILL")).toBe("SIGKILL");
    await flood.stop();
    await door.restart();
    let found = 0;
    for (const inbox of inboxes.all) {
      const { last, checked } = await expectKept(inboxes, inbox, flood.attempts);
      expect(last).toBeGreaterThanOrEqual(newest.get(inbox.id) ?? 0);
      newest.set(inbox.id, last);
      found += checked;
    }
    expect(found).toBeGreaterThan(connections);
  }
});
