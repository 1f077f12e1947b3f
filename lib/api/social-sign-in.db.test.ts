import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject, insertTeam } from "@/db/fixtures/rows";
import { accounts, users } from "@/db/schema/auth";
import { teams } from "@/db/schema/teams";
import { handleSocialCallback } from "@/lib/account/ways/social-callback";
import {
  handleShowSignInError,
  handleSignIn,
  handleSignInSocial,
  handleSignUp,
} from "@/lib/auth/account-operations";
import { clock, personOf } from "@/lib/auth/fixtures/caller";
import { setUpAccountsWith } from "@/lib/auth/new-account";
import { sessionOf } from "@/lib/auth/session";
import { headerOf } from "@/lib/operations/answer";
import { handleCreateInvitation } from "@/lib/teams/create-invitation";
import { ensurePersonalTeam } from "@/lib/teams/personal-team";
import { answerOf, browser, comeBack, cookiesOf, fields, githubOf, type Profile } from "./fixtures/github";

/* GitHub is replaced where its answers arrive; all else is as in a running Fieldkit. */
const password = "correct horse battery";
let close: () => Promise<void>;
let email: string;
let profile: Omit<Profile, "email">;

beforeAll(async () => {
  setUpAccountsWith(ensurePersonalTeam);
  vi.stubEnv("GITHUB_CLIENT_ID", "id");
  vi.stubEnv("GITHUB_CLIENT_SECRET", "secret");
  close = await openProcessDatabase();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await close();
});
beforeEach(() => {
  email = `${uuidv7()}@example.com`;
  profile = { verified: true, id: Number(`1${uuidv7().replace(/\D/g, "").slice(-9)}`) };
  vi.stubGlobal(
    "fetch",
    githubOf(() => ({ ...profile, email })),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  signUpIs("open");
});

async function throughGithub(cookie = "", invitation?: string) {
  const begun = await handleSignInSocial.run(
    browser(cookie),
    fields({ provider: "github", callbackURL: "/", errorCallbackURL: "/sign-in", invitation }),
  );
  return comeBack(answerOf(begun), cookie);
}

/** The same process with another setting, which it reads once. */
function signUpIs(mode: "open" | "invited" | "closed"): void {
  vi.stubEnv("SIGN_UP", mode);
  for (const name of ["env", "better-auth"])
    Reflect.deleteProperty(globalThis, Symbol.for(`fieldkit.${name}`));
}

async function invitationFor(address: string): Promise<string> {
  const team = await insertTeam();
  const admin = await personOf(team.id, "admin");
  clock.now = new Date();
  const made = await admin.call(handleCreateInvitation, { teamId: team.id, email: address });
  return (made as { token: string }).token;
}

async function signedUp() {
  const answer = answerOf(await handleSignUp.run(browser(), fields({ name: "Ada", email, password })));
  return { cookie: cookiesOf(answer), id: JSON.parse(answer.text).user.id as string };
}
const signIn = async () => answerOf(await handleSignIn.run(browser(), fields({ email, password }))).status;
const whoIs = async (cookie: string) => (await sessionOf(new Headers({ cookie })))?.user.id;
const personalTeamOf = async (id: string) =>
  (await db().select().from(teams).where(eq(teams.personalOwnerId, id)))[0]?.id;

test("a new person gets an account", async () => {
  const { location, cookie } = await throughGithub();
  expect(location).toMatch(/\/$/);
  expect(await whoIs(cookie)).toBeDefined();
});

test("no sign-in stores the provider's tokens", async () => {
  const first = await throughGithub();
  const id = (await whoIs(first.cookie)) ?? "";
  const stored = () => db().select().from(accounts).where(eq(accounts.userId, id));
  const none = {
    ...{ providerId: "github", accessToken: null, refreshToken: null, idToken: null, scope: null },
    ...{ accessTokenExpiresAt: null, refreshTokenExpiresAt: null },
  };
  expect(await stored()).toMatchObject([none]);
  await db().update(accounts).set({ accessToken: "from an earlier version" }).where(eq(accounts.userId, id));
  const second = await throughGithub();
  expect(await whoIs(second.cookie)).toBe(id);
  expect(await stored()).toMatchObject([none]);
});

test("a squatter's account gives way: password and sessions end, what was made stays apart", async () => {
  const squatter = await signedUp();
  const prepared = (await personalTeamOf(squatter.id)) ?? "";
  await insertProject(prepared);
  expect(await whoIs(squatter.cookie)).toBe(squatter.id);
  const { location, cookie } = await throughGithub();
  expect(location).not.toContain("error");
  expect(await whoIs(cookie)).toBe(squatter.id);
  expect(await whoIs(squatter.cookie)).toBeUndefined();
  expect(await signIn()).toBe(401);
  const kept = await db().select().from(accounts).where(eq(accounts.userId, squatter.id));
  expect(kept.map(({ providerId }) => providerId)).toEqual(["github"]);
  const [user] = await db().select().from(users).where(eq(users.id, squatter.id));
  expect(user?.emailVerified).toBe(true);
  expect(await personalTeamOf(squatter.id)).not.toBe(prepared);
  expect(await personalTeamOf(squatter.id)).toBeDefined();
});

test("an empty personal team stays one", async () => {
  const squatter = await signedUp();
  const before = await personalTeamOf(squatter.id);
  await throughGithub();
  expect(await personalTeamOf(squatter.id)).toBe(before);
});

test("who is signed in to the account keeps everything", async () => {
  const person = await signedUp();
  const { cookie } = await throughGithub(person.cookie);
  expect(await whoIs(cookie)).toBe(person.id);
  expect(await whoIs(person.cookie)).toBe(person.id);
  expect(await signIn()).toBe(200);
});

test("an address that the provider has not verified takes nothing over, and ends on a page", async () => {
  const person = await signedUp();
  profile.verified = false;
  const { location, cookie } = await throughGithub();
  expect(location).toMatch(/\/sign-in\?error=account_not_linked$/);
  expect(await whoIs(cookie)).toBeUndefined();
  expect(await whoIs(person.cookie)).toBe(person.id);
  expect(await signIn()).toBe(200);
});

test("an account that a provider's unverified address made gives way, too", async () => {
  profile.verified = false;
  const squatter = await throughGithub();
  const id = await whoIs(squatter.cookie);
  profile = { verified: true, id: profile.id + 1 };
  const owner = await throughGithub();
  expect(await whoIs(owner.cookie)).toBe(id);
  expect(await whoIs(squatter.cookie)).toBeUndefined();
  const kept = await db()
    .select()
    .from(accounts)
    .where(eq(accounts.userId, id ?? ""));
  expect(kept.map(({ accountId }) => accountId)).toEqual([String(profile.id)]);
});

test("a sign-in that nobody began ends on the page, too", async () => {
  const lost = browser("", "?code=code&state=unknown");
  const ended = answerOf(
    await handleSocialCallback.run(lost, { provider: "github", fields: async () => ({}) } as never),
  );
  expect(headerOf(ended.headers, "location")).toMatch(/\/sign-in\?error=/);
});

test.each([
  ["?error=account_not_linked", "error=account_not_linked"],
  ["", "error=unknown"],
  [`?error=${"x".repeat(5000)}`, `error=${"x".repeat(100)}`],
  ["?error=a%26b=c%0d%0a", "error=a%26b%3Dc%0D%0A"],
])("the address for failed sign-ins leads to the page: %s", async (search, query) => {
  const led = answerOf(
    await handleShowSignInError.run(browser("", search), { fields: async () => ({}) } as never),
  );
  expect(led.status).toBe(302);
  expect(new URL(headerOf(led.headers, "location") ?? "").search).toBe(`?${query}`);
});

test("where people need an invitation, a provider brings in nobody without one", async () => {
  signUpIs("invited");
  const { location, cookie } = await throughGithub();
  expect(location).toMatch(/\/sign-in\?error=signup_disabled$/);
  expect(await whoIs(cookie)).toBeUndefined();
});

test("an invitation brings in its own verified address, and no other", async () => {
  signUpIs("invited");
  const [other, own] = [await invitationFor("other@example.com"), await invitationFor(email.toUpperCase())];
  expect((await throughGithub("", other)).location).toMatch(/error=invitation_for_another_address/);
  profile.verified = false;
  expect((await throughGithub("", own)).location).toMatch(/error=invitation_for_another_address/);
  profile.verified = true;
  expect(await whoIs((await throughGithub("", own)).cookie)).toBeDefined();
  // Who has an account needs none any more.
  expect(await whoIs((await throughGithub()).cookie)).toBeDefined();
});

test("where nobody gets in, an invitation does not help", async () => {
  signUpIs("closed");
  const { location } = await throughGithub("", await invitationFor(email));
  expect(location).toMatch(/error=signup_disabled/);
});
