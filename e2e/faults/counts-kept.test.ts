import { afterEach, beforeEach, expect, test } from "vitest";
import { type Door, startDoor } from "../door";
import { Inboxes } from "./inboxes";

let door: Door;
beforeEach(async () => {
  door = await startDoor("server", {}, { pages: false });
});
afterEach(() => door.stop());

test("what was counted before a server is told to end is there after its next start", async () => {
  const inboxes = await Inboxes.create(door.port, 1);
  const [inbox] = inboxes.all;
  if (!inbox) throw new Error("There is no inbox");
  for (let count = 0; count < 7; count += 1) expect((await inboxes.capture(inbox)).status).toBe(200);
  expect(await door.end("SIGTERM")).toBe(0);
  await door.restart();
  const path = inboxes.api.replace(/webhooks$/, "activity");
  const { totals } = await inboxes.owner.done<{ totals: { captures: number } }>("GET", path);
  expect(totals.captures).toBe(7);
});
