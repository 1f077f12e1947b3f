import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { sessions } from "@/db/schema/auth";
import { apiKeys } from "@/db/schema/keys";
import { webhooks } from "@/db/schema/webhooks";
import { anonymous, inMs, insertCrew, type Person, person } from "@/lib/auth/fixtures/caller";
import { handleCheckStreams } from "./check-streams";
import { type Holder, sealGrant } from "./stream-access";

type Crew = Awaited<ReturnType<typeof insertCrew>>;
type Place = { webhookId: string; grant: string };

let close: () => Promise<void>;
let [crew, other] = [{} as Crew, {} as Crew];
let [inbox, elsewhere] = ["", ""];

beforeAll(async () => {
  close = await openProcessDatabase();
  [crew, other] = [await insertCrew(), await insertCrew()];
  [inbox, elsewhere] = [await insertInbox(crew), await insertInbox(other)];
});
afterAll(() => close());

async function insertInbox({ project }: Crew): Promise<string> {
  const id = uuidv7();
  await db().insert(webhooks).values({ id, projectId: project.id, referenceId: id, name: "Orders" });
  return id;
}

async function sessionOf({ id: userId }: Person, expiresAt = inMs(60_000)): Promise<Holder> {
  const id = uuidv7();
  await db().insert(sessions).values({ id, userId, token: id, expiresAt });
  return { userId, sessionId: id };
}

async function keyOf({ project }: Crew, values: Partial<typeof apiKeys.$inferInsert> = {}): Promise<Holder> {
  const id = uuidv7();
  await db()
    .insert(apiKeys)
    .values({ id, projectId: project.id, name: "K", hash: id, prefix: "k", ...values });
  return { keyId: id };
}

const streamOf = (webhookId: string, holder: Holder): Place => ({
  webhookId,
  grant: sealGrant(webhookId, holder),
});
type Answered = { streams: { status: number; state: unknown }[] };
const check = async (streams: Place[]) =>
  ((await anonymous.call(handleCheckStreams, { streams })) as Answered).streams;

test("each of many streams is judged by its own holder and inbox", async () => {
  const member = await sessionOf(crew.member);
  const key = await keyOf(crew);
  const gone = uuidv7();
  const cases: [status: number, stream: Place][] = [
    [200, streamOf(inbox, member)],
    [403, streamOf(elsewhere, member)],
    [200, streamOf(inbox, key)],
    [403, streamOf(elsewhere, key)],
    [200, streamOf(elsewhere, await sessionOf(other.admin))],
    [403, streamOf(inbox, await sessionOf(await person()))],
    [401, streamOf(inbox, await sessionOf(crew.admin, inMs(0)))],
    [
      401,
      streamOf(inbox, { userId: other.member.id, sessionId: "sessionId" in member ? member.sessionId : "" }),
    ],
    [401, streamOf(inbox, await keyOf(crew, { revokedAt: inMs(-1) }))],
    [401, streamOf(inbox, await keyOf(crew, { expiresAt: inMs(0) }))],
    [200, streamOf(inbox, await keyOf(crew, { expiresAt: inMs(1) }))],
    [404, streamOf(gone, member)],
    [404, streamOf("none", member)],
    [401, { ...streamOf(inbox, member), webhookId: elsewhere }],
    [401, { webhookId: inbox, grant: "made up" }],
    [401, { webhookId: inbox, grant: `${streamOf(inbox, member).grant}x` }],
  ];
  const answers = await check(cases.map(([, stream]) => stream));
  expect(answers.map(({ status }) => status)).toEqual(cases.map(([status]) => status));
  expect(answers.map(({ state }) => state !== null)).toEqual(cases.map(([status]) => status === 200));
  expect(answers[0]?.state).toEqual({ lastSequence: 0, expiresAt: inMs(60_000).toISOString() });
  expect(answers[2]?.state).toEqual({ lastSequence: 0, expiresAt: null });
});

test("a hundred streams of as many sessions and inboxes take five statements", async () => {
  const streams: Place[] = [];
  for (let at = 0; at < 50; at += 1) {
    streams.push(streamOf(await insertInbox(crew), await sessionOf(crew.member)));
    streams.push(streamOf(await insertInbox(other), await keyOf(other)));
  }
  const select = vi.spyOn(db(), "select");
  const answers = await check(streams);
  expect(select.mock.calls).toHaveLength(5);
  select.mockRestore();
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test.each([0, 101])("%i streams are too few or too many", async (count) => {
  const streams = Array.from({ length: count }, () => ({ webhookId: inbox, grant: "x" }));
  await expect(check(streams)).rejects.toMatchObject({ code: "invalid_request" });
});
