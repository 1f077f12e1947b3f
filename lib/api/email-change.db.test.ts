import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { passkeys, twoFactors, users } from "@/db/schema/auth";
import { handleChangePassword } from "@/lib/account/change-password";
import { handleEndOtherSessions, handleEndSession, handleListSessions } from "@/lib/account/sessions";
import { handleRequestEmailChange } from "@/lib/account/ways/email-change";
import { handleRenewRecoveryCodes } from "@/lib/account/ways/two-factor";
import { handleCancelEmailChange, handleRestoreEmail } from "@/lib/account/ways/undo-email-change";
import { AccountBrowser } from "./fixtures/account-browser";
import {
  addPasskey,
  addTwoFactor,
  changed,
  confirmChange,
  email,
  isSignedIn,
  linkTo,
  mailIs,
  outboxLink,
  password,
  requestChange,
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
