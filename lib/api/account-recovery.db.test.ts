import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { insertMember, insertUser } from "@/db/fixtures/rows";
import { auditEntries } from "@/db/schema/audit";
import { accounts, passkeys, sessions } from "@/db/schema/auth";
import { teamMembers, teams } from "@/db/schema/teams";
import { handleChangePassword } from "@/lib/account/change-password";
import { handleDisconnectProvider } from "@/lib/account/ways/providers";
import { handleSocialCallback } from "@/lib/account/ways/social-callback";
import {
  handleSendVerificationEmail,
  handleShowVerification,
  handleVerifyEmail,
} from "@/lib/auth/address-proof";
import { handleRequestPasswordReset } from "@/lib/auth/password-reset";
import { storedRowHooks } from "@/lib/auth/stored-rows";
import { AccountBrowser } from "./fixtures/account-browser";
import {
  addPasskey,
  addTwoFactor,
  changed,
  comeBack,
  connectingGithub,
  email,
  isSignedIn,
  linkTo,
  mailIs,
  outboxLink,
  password,
  profile,
  reset,
  resetLink,
  rowOf,
  setUpAccountTests,
  signedIn,
  signedUp,
  subjectsTo,
  throughGithub,
  verified,
} from "./fixtures/account-site";

setUpAccountTests();

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
    Object.assign(profile, { email: `evil-${email}`, id: profile.id + 7 });
    await comeBack(squatter.browser, await connectingGithub(squatter.browser));
    const { storing, letGo } = holdFirstSession();
    const evil = new AccountBrowser();
    const pending = throughGithub(evil);
    await storing;
    Object.assign(profile, own);
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
