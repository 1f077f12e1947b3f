import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { users } from "@/db/schema/auth";
import { requireProject } from "@/lib/auth/access";
import { handleSendVerificationEmail, handleVerifyEmail } from "@/lib/auth/address-proof";
import { workOnEmails } from "@/lib/auth/emails/worker";
import { anonymous, type Caller, clock, insertCrew, person } from "@/lib/auth/fixtures/caller";
import { sessionOf } from "@/lib/auth/session";
import type { Ctx, UserActor } from "@/lib/operations/context";
import { env } from "@/lib/platform/env/env";
import { mailer } from "@/lib/platform/mail/mail";
import type { Mail } from "@/lib/platform/mail/message";
import { handleCreateInvitation } from "@/lib/teams/create-invitation";
import { insertRelease } from "../fixtures/release";
import { requireRelease } from "../notes/require-release";
import { handleUpdateRelease } from "../notes/update-release";
import { handleUpdateReleaseSettings } from "../settings/update-release-settings";
import { prepareMail } from "./email";
import { handleGetReleaseRecipients } from "./get-release-recipients";
import { askedAgainMs } from "./recipients";
import { handleConfirmReleaseSubscription, handleEndReleaseSubscription } from "./release-subscription";
import { handleSendReleaseByEmail, handleSendReleaseTest } from "./send-release";

vi.stubEnv("QUOTAS", "mailsPerDay=7,testMailsPerHour=2,accountMailsPerHour=2");
vi.mock("@/lib/platform/mail/mail");
vi.mock("@/lib/auth/session", async () => {
  const { beforehand } = await import("@/lib/operations/beforehand");
  const sessionOf = vi.fn(async () => null);
  return { sessionOf, sessionBeforehand: (ctx: Ctx) => beforehand(ctx, "session of the caller", sessionOf) };
});

const start = clock.now;
const dayMs = 24 * 60 * 60 * 1000;
let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let projectId: string;
let releaseId: string;
let mails: Mail[];

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  // A service that takes everything, and leads out of the installation.
  env().mail = { service: "resend", apiKey: "re_1", baseUrl: undefined, from: "notes@example.com" };
  mails = [];
  vi.mocked(mailer).mockReturnValue(async (mail) => void mails.push(mail));
  crew = await insertCrew();
  projectId = crew.project.id;
  releaseId = (await insertRelease(projectId)).id;
});
afterEach(() => {
  clock.now = start;
  env().confirmRecipients = false;
});

const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@example.net`);
const name = (emailRecipients: string[]) =>
  crew.admin.call(handleUpdateReleaseSettings, { projectId, emailRecipients });
const send = (by: Caller = crew.admin) => by.call(handleSendReleaseByEmail, { projectId, releaseId });
const sendTest = (by: Caller = crew.admin) => by.call(handleSendReleaseTest, { projectId, releaseId });
const rewrite = (title: string) => crew.admin.call(handleUpdateRelease, { projectId, releaseId, title });
const sentTo = () =>
  mails
    .splice(0)
    .map(({ to }) => to)
    .sort();
const prove = (by: { id: string }) =>
  db().update(users).set({ emailVerified: true }).where(eq(users.id, by.id));
/** What the link in the last mail to an address ends with. */
const linkTo = (to: string, kind: RegExp) =>
  kind.exec(mails.findLast((mail) => mail.to === to)?.text ?? "")?.[1] ?? "";

describe("whose address is not proved", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["releases", () => send()],
    ["tests", () => sendTest()],
    ["releases by a key", () => send(crew.key)],
  ])("sends no %s", async (_, attempt) => {
    await name(people(3));
    await expect(attempt()).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("POST /api/auth/send-verification-email"),
    });
    expect(mails).toEqual([]);
  });

  test("invites by the link alone", async () => {
    const invitation = { teamId: crew.team.id, email: "guest@example.net" };
    const background: (() => Promise<void>)[] = [];
    const invite = async () => {
      const effects: (() => void | Promise<void>)[] = [];
      const ctx = crew.admin.ctx(effects);
      const fields = async () => ({ ...invitation, role: "member" as const });
      const made = await handleCreateInvitation.run(
        { ...ctx, background: (work) => void background.push(work) },
        { ...invitation, fields },
      );
      for (const effect of effects) await effect();
      return made;
    };
    expect(await invite()).toMatchObject({ url: expect.stringContaining("/invitations/") });
    expect(background).toEqual([]);
    await prove(crew.admin);
    await invite();
    for (const work of background) await work();
    expect(sentTo()).toEqual(["guest@example.net"]);
  });

  test("proves it by the link that comes to it, and sends", async () => {
    const ofAdmin = crew.admin.actor.kind === "user" ? crew.admin.actor.user.email : "";
    await name(people(1));
    await crew.admin.call(handleSendVerificationEmail, {});
    await workOnEmails();
    const verification = linkTo(ofAdmin, /\/api\/auth\/verify-email\/(\S+)/);
    expect(sentTo()).toEqual([ofAdmin]);
    const refused = anonymous.call(handleVerifyEmail, { verification });
    await expect(refused).rejects.toMatchObject({ code: "unauthorized" });
    // The link is opened in a browser that is signed in to the account.
    vi.mocked(sessionOf).mockResolvedValue(crew.admin.actor as UserActor);
    await crew.admin.call(handleVerifyEmail, { verification });
    await crew.admin.call(handleVerifyEmail, { verification });
    await send();
    await send(crew.key);
    expect(sentTo()).toEqual(people(1));
    await expect(crew.admin.call(handleSendVerificationEmail, {})).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(send(crew.member)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("cannot change the link, use it late or have many sent", async () => {
    const guest = await person();
    const email = guest.actor.kind === "user" ? guest.actor.user.email : "";
    await guest.call(handleSendVerificationEmail, {});
    await workOnEmails();
    const link = linkTo(email, /\/verify-email\/(\S+)/);
    const payload = Buffer.from(`${crew.admin.id} 9999999999999 victim@example.com`).toString("base64url");
    for (const verification of [`${link}x`, `${payload}.${link.split(".")[1]}`, "", "x.y"]) {
      await expect(anonymous.call(handleVerifyEmail, { verification })).rejects.toMatchObject({
        code: "not_found",
      });
    }
    clock.now = new Date(start.getTime() + dayMs);
    await expect(anonymous.call(handleVerifyEmail, { verification: link })).rejects.toMatchObject({
      code: "gone",
    });
    await guest.call(handleSendVerificationEmail, {});
    await guest.call(handleSendVerificationEmail, {});
    await expect(guest.call(handleSendVerificationEmail, {})).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("of a project's mails", () => {
  beforeEach(() => prove(crew.admin));

  test("no more leave in a day than it may, and the next day brings the others, each once", async () => {
    await name(people(5));
    await send();
    expect(sentTo()).toEqual(people(5));
    await rewrite("Winter");
    const refusal = await send().catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "rate_limited",
      headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) },
      message: expect.stringContaining("sent to 2 of 5 recipients"),
    });
    const first = sentTo();
    expect(first).toHaveLength(2);
    await expect(send()).rejects.toMatchObject({ code: "rate_limited" });
    expect(mails).toEqual([]);
    clock.now = new Date(start.getTime() + dayMs + 1);
    await send();
    expect([...first, ...sentTo()].sort()).toEqual(people(5));
    await send();
    expect(mails).toEqual([]);
  });

  test("many requests at once send no more either", async () => {
    await name(people(12));
    await Promise.allSettled(Array.from({ length: 5 }, () => send()));
    expect(sentTo()).toHaveLength(7);
  });

  test("tests go out so often in an hour", async () => {
    await sendTest();
    await sendTest();
    await expect(sendTest()).rejects.toMatchObject({ code: "rate_limited" });
    expect(mails.splice(0)).toHaveLength(2);
    clock.now = new Date(start.getTime() + dayMs / 24 + 1);
    await sendTest();
    expect(mails).toHaveLength(1);
  });

  test("each names team and sender, in words that are no links", async () => {
    const [email, sender] = [people(1)[0] ?? "", crew.admin.actor.kind === "user" && crew.admin.actor.user];
    await name([email]);
    await send();
    const [mail] = mails;
    for (const text of [mail?.text, mail?.html.replaceAll("&quot;", '"')]) {
      expect(text).toContain(`\u201cAda\u201d (${sender ? sender.email : ""}) of the team \u201cTeam\u201d`);
    }
  });

  test("none comes to whoever ended them, whoever names the address again", async () => {
    await name(people(2));
    await send();
    const subscription = linkTo("p0@example.net", /\/release-subscriptions\/(\S+)/);
    mails.length = 0;
    await anonymous.call(handleEndReleaseSubscription, { subscription });
    await name(["P0@Example.net", "p1@example.net"]);
    await rewrite("Winter");
    await send();
    expect(sentTo()).toEqual(["p1@example.net"]);
    await name(["p0@example.net"]);
    await expect(send()).rejects.toMatchObject({ code: "conflict" });
    await anonymous.call(handleConfirmReleaseSubscription, { subscription });
    await send();
    expect(sentTo()).toEqual(["p0@example.net"]);
  });
});

test("an email has no text and HTML of two revisions", async () => {
  const ctx = crew.admin.ctx();
  const project = await requireProject(ctx, { id: projectId });
  const release = await requireRelease(ctx, projectId, releaseId);
  await rewrite("Winter");
  await expect(prepareMail(ctx, project, release)).rejects.toMatchObject({ code: "conflict" });
});

describe("where recipients are asked", () => {
  const outsider = "p0@example.net";
  const states = async () => {
    const answer = await crew.member.call(handleGetReleaseRecipients, { projectId });
    return "recipients" in answer ? answer.recipients.map(({ state }) => state) : [];
  };

  beforeEach(async () => {
    env().confirmRecipients = true;
    await prove(crew.admin);
  });

  test("outsiders get one question, and releases once they say so", async () => {
    await name([outsider]);
    expect(await states()).toEqual(["unasked"]);
    const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => send()));
    for (const attempt of attempts) expect(attempt).toMatchObject({ reason: { code: "conflict" } });
    await expect(send()).rejects.toMatchObject({ message: expect.stringContaining("have not confirmed") });
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [outsider, "Release notes of \u201cShop\u201d?"],
    ]);
    expect(await states()).toEqual(["pending"]);
    const subscription = linkTo(outsider, /\/release-subscriptions\/(\S+)\/confirm/);
    await anonymous.call(handleConfirmReleaseSubscription, { subscription });
    expect(await states()).toEqual(["confirmed"]);
    mails.length = 0;
    await send();
    expect(sentTo()).toEqual([outsider]);
    await anonymous.call(handleEndReleaseSubscription, { subscription });
    await name([outsider]);
    expect(await states()).toEqual(["refused"]);
  });

  test("members with a proved address are not asked, and those who only say who they are", async () => {
    const emailOf = async (id: string) =>
      (await db().select().from(users).where(eq(users.id, id)))[0]?.email ?? "";
    const [admin, member] = [await emailOf(crew.admin.id), await emailOf(crew.member.id)];
    await name([admin, member]);
    expect(await states()).toEqual(["open", "unasked"]);
    await send();
    expect(mails.filter(({ headers }) => headers).map(({ to }) => to)).toEqual([admin]);
  });

  test("a question without an answer is asked again after an hour, and by one of several senders", async () => {
    await name([outsider]);
    await expect(send()).rejects.toMatchObject({ code: "conflict" });
    clock.now = new Date(start.getTime() + askedAgainMs - 1);
    await expect(send()).rejects.toMatchObject({ code: "conflict" });
    expect(sentTo()).toEqual([outsider]);
    clock.now = new Date(start.getTime() + askedAgainMs);
    expect(await states()).toEqual(["unasked"]);
    await Promise.allSettled([send(), send()]);
    expect(sentTo()).toEqual([outsider]);
    expect(await states()).toEqual(["pending"]);
  });

  test("a question that did not leave is asked again", async () => {
    await name([outsider]);
    vi.mocked(mailer).mockReturnValueOnce(async () => Promise.reject(new Error("broken")));
    await expect(send()).rejects.toThrow("broken");
    expect(await states()).toEqual(["unasked"]);
    await expect(send()).rejects.toMatchObject({ code: "conflict" });
    expect(sentTo()).toEqual([outsider]);
  });
});
