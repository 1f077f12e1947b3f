import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { sessions } from "@/db/schema/auth";
import { apiKeys } from "@/db/schema/keys";
import { teamMembers } from "@/db/schema/teams";
import { streamTickets, webhooks } from "@/db/schema/webhooks";
import { anonymous, Caller, clock, everyRight, inMs, insertCrew } from "@/lib/auth/fixtures/caller";
import { handleCreateStreamTicket } from "./create-stream-ticket";
import { handleOpenStream } from "./open-stream";
import { pruneWebhooks } from "./prune";

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let webhookId: string;
const start = clock.now;
const at = (ms: number) => {
  clock.now = new Date(start.getTime() + ms);
};

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  crew = await insertCrew();
  webhookId = await insertInbox();
});
afterEach(() => at(0));

async function insertInbox(): Promise<string> {
  const id = uuidv7();
  await db().insert(webhooks).values({ id, projectId: crew.project.id, referenceId: id, name: "Orders" });
  return id;
}

type Ticket = { ticket: string; expiresAt: string };
const ask = (by: Caller = crew.member) =>
  by.call(handleCreateStreamTicket, { projectId: crew.project.id, webhookId }) as Promise<Ticket>;
const open = ({ ticket }: { ticket: string }, id = webhookId) =>
  anonymous.call(handleOpenStream, { webhookId: id, ticket });

const refused = {
  code: "unauthorized",
  message: "The ticket is unknown, used or expired. Ask for a new one.",
};

test("a ticket opens the stream of its inbox, once", async () => {
  const ticket = await ask();
  expect(await open(ticket)).toMatchObject({ lastSequence: 0, grant: expect.any(String) });
  await expect(open(ticket)).rejects.toMatchObject(refused);
});

test("of many who show one ticket at once, one gets in", async () => {
  const ticket = await ask();
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => open(ticket)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a ticket works for 30 seconds, and not a moment longer", async () => {
  const [early, late] = [await ask(), await ask()];
  expect(late.expiresAt).toBe(inMs(30_000).toISOString());
  at(29_999);
  await open(early);
  at(30_000);
  await expect(open(late)).rejects.toMatchObject(refused);
});

test("a ticket shown at another inbox is refused, and used up", async () => {
  const ticket = await ask();
  await expect(open(ticket, await insertInbox())).rejects.toMatchObject(refused);
  await expect(open(ticket)).rejects.toMatchObject(refused);
});

test("what nobody gave out opens nothing, what is stored of a ticket neither", async () => {
  await expect(open({ ticket: "x" })).rejects.toMatchObject(refused);
  const { ticket } = await ask();
  const [row] = await db().select().from(streamTickets).where(eq(streamTickets.webhookId, webhookId));
  expect(JSON.stringify(row)).not.toContain(ticket);
  await expect(open({ ticket: row?.hash ?? "" })).rejects.toMatchObject(refused);
});

test.each<[string, string, () => Promise<unknown>]>([
  ["session ends", "unauthorized", () => db().delete(sessions).where(eq(sessions.userId, crew.member.id))],
  [
    "membership ends",
    "forbidden",
    () => db().delete(teamMembers).where(eq(teamMembers.userId, crew.member.id)),
  ],
])("a ticket is worth nothing once its holder's %s", async (_, code, end) => {
  const ticket = await ask();
  await end();
  await expect(open(ticket)).rejects.toMatchObject({ code });
});

test.each<[string, Partial<typeof apiKeys.$inferInsert>, boolean]>([
  ["lives", {}, true],
  ["is revoked", { revokedAt: start }, false],
  ["expires at this moment", { expiresAt: start }, false],
  ["expires in a moment", { expiresAt: new Date(start.getTime() + 1) }, true],
])("a key's ticket, when the key %s", async (_, fields, opens) => {
  const id = uuidv7();
  const projectId = crew.project.id;
  await db().insert(apiKeys).values({ id, projectId, name: "CI", hash: id, prefix: "fk_" });
  const ticket = await ask(new Caller({ kind: "key", key: { id, projectId, ...everyRight } }));
  if (Object.keys(fields).length > 0) await db().update(apiKeys).set(fields).where(eq(apiKeys.id, id));
  if (opens) expect(await open(ticket)).toMatchObject({ lastSequence: 0 });
  else await expect(open(ticket)).rejects.toMatchObject({ code: "unauthorized", message: "Unauthorized" });
});

test("a stranger gets no ticket", async () => {
  for (const caller of [crew.stranger, crew.foreignKey]) {
    await expect(ask(caller)).rejects.toMatchObject({ code: "forbidden" });
  }
});

test("tickets that nobody used are removed after their time, and no others", async () => {
  const [old] = [await ask()];
  at(1);
  const young = await ask();
  await pruneWebhooks(db(), new Date(Date.parse(old.expiresAt) + 1));
  expect(await db().select().from(streamTickets).where(eq(streamTickets.webhookId, webhookId))).toHaveLength(
    1,
  );
  await open(young);
});
