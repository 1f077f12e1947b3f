import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertTeam } from "@/db/fixtures/rows";
import { emails } from "@/db/schema/emails";
import { outboxMails } from "@/db/schema/releases";
import { invitations } from "@/db/schema/teams";
import { MailError } from "@/lib/platform/mail/mail-error";
import type { Mail } from "@/lib/platform/mail/message";
import { singleton } from "@/lib/platform/singleton";
import { dropEmails, queueEmail, queueNow, statusesOf } from "./queue-email";
import { invitationTopic, resetTopic, subscriptionTopic } from "./topics";
import { mailServiceState, pruneEmails, retryWaitingEmails, workOnEmails } from "./worker";

/** What the mail service does with the next message. */
let answer: (mail: Mail) => Promise<void>;
let received: Mail[];
const deliver = async (sent: Mail) => {
  await answer(sent);
  received.push(sent);
};

const service = { RESEND_API_KEY: "re_key", MAIL_FROM: "Fieldkit <notes@fieldkit.example>" };
const forgetEnv = () => Reflect.deleteProperty(globalThis, Symbol.for("fieldkit.env"));
let close: () => Promise<void>;
beforeAll(async () => {
  for (const [name, value] of Object.entries(service)) vi.stubEnv(name, value);
  close = await openProcessDatabase();
  singleton("mail", () => deliver);
});
afterAll(() => close());
beforeEach(() => {
  for (const [name, value] of Object.entries(service)) vi.stubEnv(name, value);
  forgetEnv();
  answer = async () => {};
  received = [];
});
afterEach(async () => {
  await db().delete(emails);
});

const away = new MailError("The mail service was not reached. Try again later.", { scope: "service" });
const refused = new MailError("The mail service refused the message: unknown", {
  scope: "recipient",
  isFinal: true,
});
const fails = (error: MailError) => async () => {
  throw error;
};

const mail = (): Mail => ({
  id: uuidv7(),
  to: "ada@example.com",
  subject: "Hello",
  html: "<p>https://fieldkit.example.com/secret</p>",
  text: "https://fieldkit.example.com/secret",
  headers: { "x-a": "b" },
});
const statusOf = async (topic: string) => (await statusesOf(db(), [topic])).get(topic);
const rowOf = async (topic: string) => (await db().select().from(emails).where(eq(emails.topic, topic)))[0];
const makeDue = (topic: string) =>
  db()
    .update(emails)
    .set({ dueAt: new Date(Date.now() - 1000) })
    .where(eq(emails.topic, topic));

test("a restart makes waiting emails due, and leaves those that another process may be sending", async () => {
  answer = fails(away);
  await queueNow({ topic: "waiting", mail: mail() });
  await queueNow({ topic: "sending", mail: mail() });
  const inMs = (ms: number) => new Date(Date.now() + ms);
  const setDue = (topic: string, dueAt: Date) =>
    db().update(emails).set({ dueAt }).where(eq(emails.topic, topic));
  await setDue("waiting", inMs(10 * 60_000));
  await setDue("sending", inMs(60_000));
  await retryWaitingEmails();
  answer = async () => {};
  await workOnEmails();
  expect((await statusOf("waiting"))?.state).toBe("sent");
  expect((await statusOf("sending"))?.state).toBe("queued");
});

describe("an email", () => {
  test("is sent as it was queued, and its stored message is deleted", async () => {
    const sent = mail();
    await queueNow({ topic: "a", mail: sent });
    expect(received).toEqual([sent]);
    expect(await statusOf("a")).toMatchObject({ state: "sent", error: null, attempts: 1 });
    expect((await rowOf("a"))?.sealedMessage).toBeNull();
  });

  test("is stored encrypted until then", async () => {
    answer = fails(away);
    await queueNow({ topic: "a", mail: mail() });
    expect(JSON.stringify(await rowOf("a"))).not.toContain("secret");
  });

  test("is retried when the service was away, at increasing intervals, with the same ID", async () => {
    answer = fails(away);
    const first = mail();
    await queueNow({ topic: "a", mail: first });
    const { error, nextAttemptAt } = (await statusOf("a")) ?? {};
    expect(error).toBe("The mail service was not reached.");
    const waitMs = Date.parse(String(nextAttemptAt)) - Date.now();
    expect(waitMs).toBeLessThan(6000);
    await workOnEmails();
    expect((await statusOf("a"))?.attempts).toBe(1);
    await makeDue("a");
    await workOnEmails();
    const later = Date.parse(String((await statusOf("a"))?.nextAttemptAt)) - Date.now();
    expect(later).toBeGreaterThan(3 * 60_000);
    answer = async () => {};
    await makeDue("a");
    await workOnEmails();
    expect(received).toEqual([first]);
    expect(await statusOf("a")).toMatchObject({ state: "sent", error: null, attempts: 3 });
  });

  test("has failed when its recipient is refused", async () => {
    answer = fails(refused);
    await queueNow({ topic: "a", mail: mail() });
    expect(await statusOf("a")).toMatchObject({
      state: "failed",
      error: refused.message,
      nextAttemptAt: null,
    });
    expect((await rowOf("a"))?.sealedMessage).toBeNull();
  });

  test("has its last attempt a minute before its link expires", async () => {
    answer = fails(away);
    await queueNow({ topic: "a", mail: mail(), lastsMs: 60_000 });
    expect(await statusOf("a")).toMatchObject({
      state: "failed",
      error: "The mail service was not reached.",
    });
    await queueNow({ topic: "b", mail: mail(), lastsMs: 60 * 60_000 });
    await db()
      .update(emails)
      .set({ attempts: 20, dueAt: new Date(0) })
      .where(eq(emails.topic, "b"));
    await workOnEmails();
    const { untilAt, dueAt } = (await rowOf("b")) ?? {};
    expect(Number(untilAt) - Number(dueAt)).toBe(60_000);
  });

  test("isn't sent when its invitation is no longer open", async () => {
    const team = await insertTeam();
    const id = uuidv7();
    const invitation = {
      id,
      teamId: team.id,
      email: "ada@example.com",
      role: "member" as const,
      tokenHash: id,
    };
    await db()
      .insert(invitations)
      .values({ ...invitation, expiresAt: new Date("2040-01-01") });
    answer = fails(away);
    await queueNow({ topic: invitationTopic(id), mail: mail() });
    expect(await statusOf(invitationTopic(id))).toMatchObject({ state: "queued" });
    await db().update(invitations).set({ acceptedAt: new Date() }).where(eq(invitations.id, id));
    answer = async () => {};
    await makeDue(invitationTopic(id));
    await workOnEmails();
    expect([received, await statusOf(invitationTopic(id))]).toEqual([[], undefined]);
  });

  test("is sent by another process when the one that took it has died", async () => {
    answer = fails(away);
    await queueNow({ topic: "a", mail: mail() });
    answer = () => new Promise(() => {});
    await makeDue("a");
    void workOnEmails();
    await vi.waitFor(async () => expect((await statusOf("a"))?.attempts).toBe(2));
    answer = async () => {};
    await workOnEmails();
    expect(received).toHaveLength(0);
    await makeDue("a");
    await workOnEmails();
    expect(received).toHaveLength(1);
  });

  test("says so when it was encrypted with another AUTH_SECRET", async () => {
    answer = fails(away);
    await queueNow({ topic: "a", mail: mail() });
    await db()
      .update(emails)
      .set({ sealedMessage: "v1.unknown.AAAA", dueAt: new Date(0) });
    answer = async () => {};
    await workOnEmails();
    expect(await statusOf("a")).toMatchObject({
      state: "failed",
      error: expect.stringContaining("AUTH_SECRET"),
    });
  });

  test("isn't sent when the transaction that queued it is rolled back", async () => {
    const later: (() => unknown)[] = [];
    const work = db().transaction(async (tx) => {
      const ctx = { db: tx, after: (effect: () => unknown) => void later.push(effect), background: () => {} };
      expect(await queueEmail(ctx, { topic: "a", mail: mail() })).toMatchObject({ state: "queued" });
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    await workOnEmails();
    expect([received, await statusOf("a")]).toEqual([[], undefined]);
  });

  test("replaces an earlier one of its topic, which is dropped if it waits", async () => {
    answer = fails(away);
    await queueNow({ topic: "a", mail: mail() });
    await dropEmails(db(), "a");
    expect(await statusOf("a")).toBeUndefined();
    answer = async () => {};
    await queueNow({ topic: "a", mail: mail() });
    answer = fails(refused);
    await queueNow({ topic: "a", mail: mail() });
    expect(await statusOf("a")).toMatchObject({ state: "failed" });
  });

  test("goes to the outbox where no mail service is configured", async () => {
    vi.stubEnv("RESEND_API_KEY", "");
    vi.stubEnv("MAIL_FROM", "");
    forgetEnv();
    const kept = mail();
    await queueNow({ topic: "a", mail: kept });
    expect(await db().select().from(outboxMails).where(eq(outboxMails.id, kept.id))).toHaveLength(1);
    expect(await statusOf("a")).toMatchObject({ state: "not_configured" });
    expect(mailServiceState()).toBe("not_configured");
    expect(JSON.stringify(await rowOf("a"))).not.toContain("secret");
  });

  test("is deleted after 30 days", async () => {
    await queueNow({ topic: "a", mail: mail() });
    const day = 24 * 60 * 60 * 1000;
    await pruneEmails(db(), new Date(Date.now() + 29 * day));
    expect(await rowOf("a")).toBeDefined();
    await pruneEmails(db(), new Date(Date.now() + 31 * day));
    expect(await rowOf("a")).toBeUndefined();
  });
});

test("a service that is away gets one message of each lane, not all", async () => {
  answer = fails(away);
  let attempts = 0;
  const noted = answer;
  answer = (mail) => {
    attempts += 1;
    return noted(mail);
  };
  const later: (() => unknown)[] = [];
  const ctx = { db: db(), after: (effect: () => unknown) => void later.push(effect), background: () => {} };
  for (let at = 0; at < 20; at += 1) await queueEmail(ctx, { topic: `a${at}`, mail: mail() });
  await workOnEmails();
  expect(attempts).toBeLessThanOrEqual(4);
});

test("strangers learn that the service is failing, and nothing from emails about their requests", async () => {
  await queueNow({ topic: "first", mail: mail() });
  answer = fails(away);
  await queueNow({ topic: resetTopic("user"), mail: mail() });
  await queueNow({ topic: subscriptionTopic("project", "ada@example.com"), mail: mail() });
  expect(mailServiceState()).toBe("queued");
  await queueNow({ topic: "a", mail: mail() });
  expect(mailServiceState()).toBe("delayed");
  answer = async () => {};
  await queueNow({ topic: "b", mail: mail() });
  expect(mailServiceState()).toBe("queued");
});
