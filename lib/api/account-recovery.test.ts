import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertMember, insertUser } from "@/db/fixtures/rows";
import { auditEntries } from "@/db/schema/audit";
import { accounts, passkeys, sessions, twoFactors, users } from "@/db/schema/auth";
import { outboxMails } from "@/db/schema/releases";
import { teamMembers, teams } from "@/db/schema/teams";
import { handleChangePassword } from "@/lib/account/change-password";
import { handleEndOtherSessions, handleEndSession, handleListSessions } from "@/lib/account/sessions";
import { handleChangeEmail, handleRequestEmailChange } from "@/lib/account/ways/email-change";
import { handleConnectProvider, handleDisconnectProvider } from "@/lib/account/ways/providers";
import { handleSocialCallback } from "@/lib/account/ways/social-callback";
import { handleRenewRecoveryCodes } from "@/lib/account/ways/two-factor";
import { handleCancelEmailChange, handleRestoreEmail } from "@/lib/account/ways/undo-email-change";
import { handleSignIn, handleSignInSocial, handleSignUp } from "@/lib/auth/account-operations";
import {
  handleSendVerificationEmail,
  handleShowVerification,
  handleVerifyEmail,
} from "@/lib/auth/address-proof";
import { handleRequestPasswordReset, handleResetPassword } from "@/lib/auth/password-reset";
import { sessionOf } from "@/lib/auth/session";
import { storedRowHooks } from "@/lib/auth/stored-rows";
import "./accounts";
import { AccountBrowser, resendOf, type SentMail } from "./fixtures/account-browser";
import { githubOf, type Profile } from "./fixtures/github";

/* GitHub and Resend are replaced where their answers arrive; all else is as in a running Fieldkit. */
const password = "correct horse battery";
const changed = "another horse entirely";
const settings = {
  ...{ GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret", RATE_LIMIT: "off" },
  ...{ RESEND_API_KEY: "re_key", RESEND_BASE_URL: "https://resend.example.com" },
  MAIL_FROM: "Fieldkit <notes@fieldkit.example>",
};
const mails: SentMail[] = [];
let close: () => Promise<void>;
let email: string;
let profile: Profile;

beforeAll(async () => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  close = await openProcessDatabase();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await close();
});
beforeEach(() => {
  email = `${uuidv7()}@example.com`;
  profile = { email, verified: true, id: Number(`1${uuidv7().replace(/\D/g, "").slice(-9)}`) };
  mails.length = 0;
  const [resend, github] = [resendOf(mails), githubOf(() => profile)];
  vi.stubGlobal("fetch", (url: unknown, init: object) =>
    String(url).startsWith(settings.RESEND_BASE_URL) ? resend(url, init) : github(url),
  );
});

/** The same process with another mail service, or none. */
function mailIs(service: "resend" | "outbox"): void {
  vi.stubEnv("RESEND_API_KEY", service === "resend" ? settings.RESEND_API_KEY : "");
  vi.stubEnv("MAIL_FROM", service === "resend" ? settings.MAIL_FROM : "");
  vi.stubEnv("RESEND_BASE_URL", service === "resend" ? settings.RESEND_BASE_URL : "");
  Reflect.deleteProperty(globalThis, Symbol.for("fieldkit.env"));
}

async function signedUp(address = email) {
  const browser = new AccountBrowser();
  const answer = await browser.call(handleSignUp, { name: "Ada", email: address, password });
  expect(answer.status, answer.text).toBe(200);
  return { browser, id: (answer.json.user as { id: string }).id };
}

async function signedIn(secret = password, address = email) {
  const browser = new AccountBrowser();
  const { status } = await browser.call(handleSignIn, { email: address, password: secret });
  return { browser, status };
}

async function verified() {
  const person = await signedUp();
  await db().update(users).set({ emailVerified: true }).where(eq(users.id, person.id));
  return person;
}

const rowOf = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0];
const isSignedIn = async ({ cookie }: AccountBrowser) => (await sessionOf(new Headers({ cookie }))) !== null;
const subjectsTo = (address: string) =>
  mails.filter(({ to }) => to === address).map(({ subject }) => subject);

/** What a link in the newest email to an address ends with. */
function linkTo(address: string, path: string): string {
  const found = mails.filter(({ to, text }) => to === address && text.includes(path)).at(-1);
  return linkIn(found?.text, path);
}

const linkIn = (text = "", path: string) => new RegExp(`/${path}(?:/|\\?token=)(\\S+)`).exec(text)?.[1] ?? "";

/** The same where the administrator passes emails on. */
async function outboxLink(address: string, path: string): Promise<string> {
  const rows = await db().select().from(outboxMails).where(eq(outboxMails.recipient, address));
  return linkIn(rows.find(({ text }) => text.includes(`/${path}`))?.text, path);
}

async function resetLink(address = email): Promise<string> {
  await new AccountBrowser().call(handleRequestPasswordReset, { email: address });
  return linkTo(address, "reset-password");
}

const reset = (token: string, browser = new AccountBrowser()) =>
  browser.call(handleResetPassword, { token, password: changed });

async function requestChange(browser: AccountBrowser, to: string): Promise<string> {
  const answer = await browser.call(handleRequestEmailChange, { newEmail: to, password });
  expect(answer.status, answer.text).toBe(200);
  return linkTo(to, "change-email");
}

const confirmChange = (token: string, browser = new AccountBrowser()) =>
  browser.call(handleChangeEmail, {}, { emailChange: token });

async function throughGithub(browser: AccountBrowser) {
  const begun = await browser.call(handleSignInSocial, { provider: "github", callbackURL: "/" });
  return comeBack(browser, String(begun.json.url));
}

function comeBack(browser: AccountBrowser, url: string) {
  const state = new URL(url).searchParams.get("state");
  return browser.call(handleSocialCallback, {}, { provider: "github", search: `?code=code&state=${state}` });
}

async function connectingGithub(browser: AccountBrowser): Promise<string> {
  const begun = await browser.call(handleConnectProvider, { password }, { provider: "github" });
  expect(begun.status, begun.text).toBe(200);
  return String(begun.json.url);
}

const addPasskey = (userId: string, createdAt = new Date()) =>
  db()
    .insert(passkeys)
    .values({
      ...{ id: uuidv7(), credentialID: uuidv7(), userId, publicKey: "key", counter: 0, createdAt },
      ...{ deviceType: "singleDevice", backedUp: false },
    });

const addTwoFactor = async (userId: string) => {
  await db().insert(twoFactors).values({ id: uuidv7(), userId, secret: "secret", backupCodes: "codes" });
  await db().update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
};

describe("a change of email that an intruder requested", () => {
  test.each([
    [
      "changes the password",
      async (owner: AccountBrowser) => {
        await owner.call(handleChangePassword, { currentPassword: password, newPassword: changed });
      },
    ],
    [
      "resets the password",
      async () => {
        await reset(await resetLink());
      },
    ],
    [
      "ends the session of the intruder",
      async (owner: AccountBrowser) => {
        const { items } = (await owner.call(handleListSessions, { limit: 10, sort: "-lastSeenAt" })).json as {
          items: { id: string; isCurrent: boolean }[];
        };
        for (const { id, isCurrent } of items) {
          if (!isCurrent) await owner.call(handleEndSession, {}, { sessionId: id });
        }
      },
    ],
    [
      "signs out everywhere",
      async (owner: AccountBrowser) => {
        await owner.call(handleEndOtherSessions, { current: "end" });
      },
    ],
    [
      "signs in through GitHub with the address, which was never verified",
      async () => {
        await db().update(users).set({ emailVerified: false }).where(eq(users.email, email));
        await throughGithub(new AccountBrowser());
      },
    ],
  ])("ends when the owner %s", async (_, recover) => {
    const owner = await verified();
    const intruder = await signedIn();
    const link = await requestChange(intruder.browser, `evil-${email}`);
    await recover(owner.browser);
    expect((await confirmChange(link)).status).toBe(410);
    expect(await isSignedIn(intruder.browser)).toBe(false);
    expect((await rowOf(owner.id))?.email).toBe(email);
  });

  test("is told to the current address, whose link cancels it and signs everyone out", async () => {
    const owner = await verified();
    const intruder = await signedIn();
    const link = await requestChange(intruder.browser, `evil-${email}`);
    expect(subjectsTo(email)).toContain("Your email address is about to change");
    const cancellation = linkTo(email, "cancel-email-change");
    const asked = new AccountBrowser();
    expect((await asked.call(handleCancelEmailChange, {}, { cancellation })).status).toBe(200);
    expect((await confirmChange(link)).status).toBe(410);
    expect((await asked.call(handleCancelEmailChange, {}, { cancellation })).status).toBe(410);
    for (const { browser } of [owner, intruder]) expect(await isSignedIn(browser)).toBe(false);
  });

  test("is told even after many other notices", async () => {
    await verified();
    vi.stubEnv("RATE_LIMIT", "on");
    Reflect.deleteProperty(globalThis, Symbol.for("fieldkit.env"));
    const intruder = await signedIn();
    for (let each = 0; each < 5; each += 1) await resetLink();
    await requestChange(intruder.browser, `evil-${email}`);
    vi.stubEnv("RATE_LIMIT", "off");
    Reflect.deleteProperty(globalThis, Symbol.for("fieldkit.env"));
    expect(subjectsTo(email)).toContain("Your email address is about to change");
  });

  test("is undone by the previous address for a week, with what was added since, and not by later addresses", async () => {
    const owner = await verified();
    await addPasskey(owner.id, new Date(Date.now() - 60_000));
    const intruder = await signedIn();
    const first = `first-${email}`;
    await confirmChange(await requestChange(intruder.browser, first), intruder.browser);
    const restoration = linkTo(email, "restore-email");
    await addPasskey(owner.id);
    await addTwoFactor(owner.id);
    await confirmChange(await requestChange(intruder.browser, `second-${email}`), intruder.browser);
    await intruder.browser.call(handleEndOtherSessions, { current: "keep" });
    const squatter = await signedUp(email);
    const ofIntruder = linkTo(first, "restore-email");
    const restored = await new AccountBrowser().call(handleRestoreEmail, {}, { restoration });
    expect(restored.status, restored.text).toBe(200);
    expect(await rowOf(owner.id)).toMatchObject({ email, emailVerified: true, twoFactorEnabled: false });
    expect((await rowOf(squatter.id))?.email).toMatch(/\.invalid$/);
    for (const { browser } of [intruder, squatter]) expect(await isSignedIn(browser)).toBe(false);
    expect((await signedIn()).status).toBe(401);
    expect(await db().$count(passkeys, eq(passkeys.userId, owner.id))).toBe(1);
    for (const each of [ofIntruder, restoration]) {
      const again = await new AccountBrowser().call(handleRestoreEmail, {}, { restoration: each });
      expect(again.status).toBe(410);
    }
    const token = new URL(String(restored.json.resetUrl)).searchParams.get("token") ?? "";
    expect((await reset(token)).status).toBe(200);
  });
});

describe("restoring an address", () => {
  test("is offered to no address between it and the return to it", async () => {
    await verified();
    const intruder = await signedIn();
    const evil = `evil-${email}`;
    await confirmChange(await requestChange(intruder.browser, evil), intruder.browser);
    const restoration = linkTo(email, "restore-email");
    await confirmChange(await requestChange(intruder.browser, email), intruder.browser);
    expect(subjectsTo(evil)).toContain("Your email address was changed");
    expect(linkTo(evil, "restore-email")).toBe("");
    const restored = await new AccountBrowser().call(handleRestoreEmail, {}, { restoration });
    expect(restored.status).toBe(410);
  });

  test("ends two-factor authentication whose recovery codes were renewed since", async () => {
    const owner = await verified();
    await addTwoFactor(owner.id);
    const long = new Date("2020-01-01");
    await db().update(twoFactors).set({ changedAt: long }).where(eq(twoFactors.userId, owner.id));
    expect((await owner.browser.call(handleRenewRecoveryCodes, { password })).status).toBe(200);
    const [codes] = await db().select().from(twoFactors).where(eq(twoFactors.userId, owner.id));
    expect(codes?.changedAt.getTime()).toBeGreaterThan(long.getTime());
  });
});

describe("a change of email", () => {
  test("keeps the session that requested it and ends the others", async () => {
    const owner = await verified();
    const elsewhere = await signedIn();
    await confirmChange(await requestChange(owner.browser, `new-${email}`));
    expect(await isSignedIn(owner.browser)).toBe(true);
    expect(await isSignedIn(elsewhere.browser)).toBe(false);
    expect(subjectsTo(email)).toContain("Your email address was changed");
  });

  test("fixes an address that was never verified, which can't be restored", async () => {
    const { browser, id } = await signedUp();
    expect((await confirmChange(await requestChange(browser, `new-${email}`))).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ email: `new-${email}`, emailVerified: true });
    expect(subjectsTo(email)).toEqual([
      "Your email address is about to change",
      "Your email address was changed",
    ]);
    expect(linkTo(email, "restore-email")).toBe("");
  });

  test("by a link from the administrator doesn't verify the address", async () => {
    mailIs("outbox");
    const { browser, id } = await verified();
    await browser.call(handleRequestEmailChange, { newEmail: `new-${email}`, password });
    const link = await outboxLink(`new-${email}`, "change-email");
    expect((await confirmChange(link)).status).toBe(200);
    mailIs("resend");
    expect(await rowOf(id)).toMatchObject({ email: `new-${email}`, emailVerified: false });
  });
});

describe("a password reset", () => {
  test("ends other links for it", async () => {
    await verified();
    const [first, second] = [await resetLink(), await resetLink()];
    expect((await reset(second)).status).toBe(200);
    expect((await reset(first)).status).toBe(410);
  });

  async function preparedAccount() {
    const squatter = await signedUp();
    await addPasskey(squatter.id);
    await addTwoFactor(squatter.id);
    const [team] = await db().select().from(teams).where(eq(teams.personalOwnerId, squatter.id));
    const helper = await insertUser();
    await insertMember(team?.id ?? "", helper.id, "admin");
    return { ...squatter, helper, teamId: team?.id };
  }

  test("takes an unverified account over from the person who signed up, with everything they prepared", async () => {
    const { browser, id, helper, teamId } = await preparedAccount();
    const owner = new AccountBrowser();
    const answer = await reset(await resetLink(), owner);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ user: { email, emailVerified: true } });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ twoFactorEnabled: false });
    expect(await db().$count(passkeys, eq(passkeys.userId, id))).toBe(0);
    const [personal] = await db().select().from(teams).where(eq(teams.personalOwnerId, id));
    expect(personal?.id).not.toBe(teamId);
    const ofHelper = await db().select().from(teamMembers).where(eq(teamMembers.userId, helper.id));
    expect(ofHelper.map((each) => each.teamId)).toEqual([teamId]);
    const noted = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.teamId, personal?.id ?? ""));
    expect(noted).toEqual([]);
  });

  test("keeps everything of an unverified account in a browser that is signed in to it", async () => {
    const { browser, id, teamId } = await preparedAccount();
    await reset(await resetLink(), browser);
    expect(await db().$count(passkeys, eq(passkeys.userId, id))).toBe(1);
    expect((await db().select().from(teams).where(eq(teams.personalOwnerId, id)))[0]?.id).toBe(teamId);
    expect((await rowOf(id))?.emailVerified).toBe(true);
  });

  test("keeps credentials of a verified account", async () => {
    const { id } = await verified();
    await addPasskey(id);
    await reset(await resetLink());
    expect(await db().$count(passkeys, eq(passkeys.userId, id))).toBe(1);
  });

  test("by a link from the administrator verifies nothing and keeps everything", async () => {
    mailIs("outbox");
    const { id } = await preparedAccount();
    await new AccountBrowser().call(handleRequestPasswordReset, { email });
    const token = await outboxLink(email, "reset-password");
    expect((await reset(token)).status).toBe(200);
    mailIs("resend");
    expect(await rowOf(id)).toMatchObject({ emailVerified: false, twoFactorEnabled: true });
    expect(await db().$count(passkeys, eq(passkeys.userId, id))).toBe(1);
  });
});

describe("connecting a provider", () => {
  test.each([true, false])("ends with the session that started it, verified: %s", async (isVerified) => {
    const owner = isVerified ? await verified() : await signedUp();
    const intruder = await signedIn();
    profile.email = `evil-${email}`;
    const url = await connectingGithub(intruder.browser);
    await owner.browser.call(handleChangePassword, { currentPassword: password, newPassword: changed });
    const back = await comeBack(intruder.browser, url);
    expect(back.location).toMatch(/\/sign-in\?error=/);
    expect(await db().$count(accounts, eq(accounts.userId, owner.id))).toBe(1);
    expect(await isSignedIn(owner.browser)).toBe(true);
    expect((await signedIn(changed)).status).toBe(200);
  });

  test("is refused in another session of the same account", async () => {
    const owner = await verified();
    const other = await signedIn();
    const url = await connectingGithub(owner.browser);
    expect((await comeBack(other.browser, url)).location).toMatch(/\/sign-in\?error=/);
    expect(await db().$count(accounts, eq(accounts.userId, owner.id))).toBe(1);
  });

  test("is told by email and in the audit log, and ends sessions that it started when it is removed", async () => {
    const owner = await verified();
    const back = await comeBack(owner.browser, await connectingGithub(owner.browser));
    expect(back.location).toMatch(/\/-\/account$/);
    expect(subjectsTo(email)).toContain("A sign-in provider was connected");
    const [team] = await db().select().from(teams).where(eq(teams.personalOwnerId, owner.id));
    const entries = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.teamId, team?.id ?? ""));
    expect(entries.map(({ operation, after }) => ({ operation, after }))).toEqual([
      { operation: "connectProvider", after: { provider: "github" } },
    ]);
    const phone = new AccountBrowser();
    await throughGithub(phone);
    expect(await isSignedIn(phone)).toBe(true);
    const laptop = await signedIn();
    await owner.browser.call(handleDisconnectProvider, { password }, { provider: "github" });
    expect(await isSignedIn(phone)).toBe(false);
    for (const { browser } of [owner, laptop]) expect(await isSignedIn(browser)).toBe(true);
    expect(subjectsTo(email)).toContain("A sign-in provider was disconnected");
  });
});

describe("a return from a provider", () => {
  test.each(["?state=%00&code=x", "?error=%00&state=a", "?state=a&state=b&code=x"])(
    "that no provider makes leads to the sign-in page: %s",
    async (search) => {
      const back = await new AccountBrowser().call(handleSocialCallback, {}, { provider: "github", search });
      expect(back.location).toMatch(/\/sign-in\?error=state_mismatch/);
    },
  );
});

describe("a sign-in that is under way", () => {
  test("through a squatter's own provider leaves no session when the owner's provider takes over", async () => {
    const squatter = await signedUp();
    const own = { ...profile };
    profile = { email: `evil-${email}`, verified: true, id: profile.id + 7 };
    await comeBack(squatter.browser, await connectingGithub(squatter.browser));
    const { storing, letGo } = holdFirstSession();
    const evil = new AccountBrowser();
    const pending = throughGithub(evil);
    await storing;
    profile = own;
    const owner = new AccountBrowser();
    await throughGithub(owner);
    letGo();
    expect((await pending).status).toBe(401);
    expect(await isSignedIn(owner)).toBe(true);
    expect(await db().$count(sessions, eq(sessions.userId, squatter.id))).toBe(1);
  });

  /** Holds the next session back just before it is stored. */
  function holdFirstSession() {
    const before = storedRowHooks.session.create.before;
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const storing = new Promise<void>((resolve) => {
      const held = vi.spyOn(storedRowHooks.session.create, "before");
      held.mockImplementationOnce(async (...args) => {
        resolve();
        await released;
        return before(...args);
      });
    });
    // better-auth has taken the hooks as they were.
    Reflect.deleteProperty(globalThis, Symbol.for("fieldkit.better-auth"));
    return { storing, letGo };
  }

  test("leaves no session behind when the password is replaced in the meantime", async () => {
    const { id } = await verified();
    const link = await resetLink();
    const attempts = Array.from({ length: 4 }, () => signedIn());
    await reset(link);
    await Promise.all(attempts);
    const owner = await db().select().from(sessions).where(eq(sessions.userId, id));
    // The one that the reset started.
    expect(owner).toHaveLength(1);
  });
});

describe("a verification link", () => {
  async function verificationLink(browser: AccountBrowser): Promise<string> {
    await browser.call(handleSendVerificationEmail);
    return linkTo(email, "verify-email");
  }

  test("verifies the address only in a browser that is signed in to the account", async () => {
    const { browser, id } = await signedUp();
    const verification = await verificationLink(browser);
    const stranger = new AccountBrowser();
    expect((await stranger.call(handleVerifyEmail, {}, { verification })).status).toBe(401);
    const other = await signedUp(`other-${email}`);
    expect((await other.browser.call(handleVerifyEmail, {}, { verification })).status).toBe(403);
    expect((await rowOf(id))?.emailVerified).toBe(false);
    expect((await browser.call(handleVerifyEmail, {}, { verification })).status).toBe(200);
    expect((await rowOf(id))?.emailVerified).toBe(true);
  });

  test("names the account elsewhere, and leads to the sign-in and to the reset", async () => {
    const { browser } = await signedUp();
    const verification = await verificationLink(browser);
    const page = await new AccountBrowser().call(handleShowVerification, {}, { verification });
    expect(page.text).toContain("Ada");
    expect(page.text).toContain(
      `/sign-in?next=${encodeURIComponent(`/api/auth/verify-email/${verification}`)}`,
    );
    expect(page.text).toContain(`/forgot-password?email=${encodeURIComponent(email)}`);
    expect(page.text).not.toContain("<form");
    expect((await browser.call(handleShowVerification, {}, { verification })).text).toContain("<form");
  });
});
