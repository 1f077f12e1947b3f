import { afterEach, beforeEach, expect, test } from "vitest";
import { type Door, startDoor } from "../door";
import { Inboxes } from "./inboxes";

let door: Door;
beforeEach(async () => {
  door = await startDoor("server", {}, { pages: false });
});
afterEach(() => door.stop());

test("answers of a flag that were counted before a server is told to end are there after its next start", async () => {
  const { owner, api } = await Inboxes.create(door.port, 1);
  const { referenceId } = await owner.done<{ referenceId: string }>(
    "GET",
    api.replace(
      /projects\/([^/]+)\/webhooks$/,
      `teams/${(await owner.done<{ id: string }[]>("GET", "/api/teams"))[0]?.id}/projects/$1`,
    ),
  );
  const flags = `/api/projects/${referenceId}/flags`;
  const { id } = await owner.done<{ id: string }>("POST", flags, {
    name: "Beta",
    key: "beta",
    enabled: true,
  });
  for (let count = 0; count < 5; count += 1) await owner.done("GET", `${flags}/check/beta`);
  expect(await door.end("SIGTERM")).toBe(0);
  await door.restart();
  expect(await owner.done("GET", `${flags}/${id}/usage`)).toMatchObject({ total: 5 });
});

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
