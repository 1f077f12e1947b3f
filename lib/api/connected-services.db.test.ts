import { and, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { accounts, sessions } from "@/db/schema/auth";
import { handleConnectProvider, handleDisconnectProvider } from "@/lib/account/ways/providers";
import { handleSignInSocial, handleSignUp } from "@/lib/auth/account-operations";
import { authenticate } from "@/lib/auth/authenticate";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import "./accounts";
import { answerOf, browser, comeBack, cookiesOf, fields, githubOf, type Profile } from "./fixtures/github";

/* GitHub is replaced where its answers arrive. */
const password = "correct horse battery";
let close: () => Promise<void>;
let profile: Profile;

beforeAll(async () => {
  vi.stubEnv("GITHUB_CLIENT_ID", "id");
  vi.stubEnv("GITHUB_CLIENT_SECRET", "secret");
  close = await openProcessDatabase();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await close();
});
beforeEach(() => {
  profile = {
    email: `${uuidv7()}@example.com`,
    verified: true,
    id: Number(`1${uuidv7().replace(/\D/g, "").slice(-9)}`),
  };
  vi.stubGlobal(
    "fetch",
    githubOf(() => profile),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Somebody with a password and an address that GitHub does not know. */
async function signedUp() {
  const email = `${uuidv7()}@example.com`;
  const answer = answerOf(await handleSignUp.run(browser(), fields({ name: "Ada", email, password })));
  return { cookie: cookiesOf(answer), id: JSON.parse(answer.text).user.id as string };
}

async function throughGithub() {
  const where = { provider: "github", callbackURL: "/", errorCallbackURL: "/sign-in" };
  const begun = answerOf(await handleSignInSocial.run(browser(), fields(where)));
  return (await comeBack(begun)).cookie;
}

async function signedIn(cookie: string): Promise<Ctx> {
  const ctx = browser(cookie);
  const actor = await authenticate("session", { headers: ctx.headers, method: "GET" });
  return { ...ctx, actor };
}
const github = (of: object) => ({ provider: "github", fields: async () => of }) as never;
const connect = async (cookie: string, of: object = { password }) =>
  comeBack(answerOf(await handleConnectProvider.run(await signedIn(cookie), github(of))), cookie);
const disconnect = async (cookie: string, of: object = { password }) =>
  handleDisconnectProvider.run(await signedIn(cookie), github(of));
const refused = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => (error instanceof AppError ? error.code : String(error)),
  );
async function waysOf(userId: string) {
  const rows = await db().select().from(accounts).where(eq(accounts.userId, userId));
  return rows.map(({ providerId }) => providerId).sort();
}

describe("connecting GitHub", () => {
  test("makes it sign in to the account, whatever its address there is", async () => {
    const ada = await signedUp();
    expect((await connect(ada.cookie)).location).toMatch(/\/-\/account$/);
    expect(await waysOf(ada.id)).toEqual(["credential", "github"]);
    const { actor } = await signedIn(await throughGithub());
    expect(actor).toMatchObject({ kind: "user", user: { id: ada.id } });
  });

  test("asks for the password, and is refused for what is connected", async () => {
    const ada = await signedUp();
    expect(await refused(connect(ada.cookie, {}))).toBe("invalid_request");
    expect(await refused(connect(ada.cookie, { password: "wrong wrong" }))).toBe("invalid_request");
    expect(await waysOf(ada.id)).toEqual(["credential"]);
    await connect(ada.cookie);
    expect(await refused(connect(ada.cookie))).toBe("conflict");
  });

  test("takes nothing from another account that it signs in to", async () => {
    const owner = await signedUp();
    await connect(owner.cookie);
    const eve = await signedUp();
    expect((await connect(eve.cookie)).location).toMatch(/error=/);
    expect([await waysOf(owner.id), await waysOf(eve.id)]).toEqual([
      ["credential", "github"],
      ["credential"],
    ]);
  });
});

describe("disconnecting GitHub", () => {
  test("ends it as a way in, and it can be connected again", async () => {
    const ada = await signedUp();
    await connect(ada.cookie);
    expect(await disconnect(ada.cookie)).toEqual({ success: true });
    expect(await waysOf(ada.id)).toEqual(["credential"]);
    expect(await refused(disconnect(ada.cookie))).toBe("not_found");
    await connect(ada.cookie);
    expect(await waysOf(ada.id)).toEqual(["credential", "github"]);
  });

  test("asks for the password", async () => {
    const ada = await signedUp();
    await connect(ada.cookie);
    expect(await refused(disconnect(ada.cookie, {}))).toBe("invalid_request");
    expect(await refused(disconnect(ada.cookie, { password: "wrong wrong" }))).toBe("invalid_request");
    expect(await waysOf(ada.id)).toEqual(["credential", "github"]);
  });

  test("is refused while it is the only way in", async () => {
    const cookie = await throughGithub();
    expect(await refused(disconnect(cookie, {}))).toBe("conflict");
    const { actor } = await signedIn(cookie);
    expect(await waysOf(actor.kind === "user" ? actor.user.id : "")).toEqual(["github"]);
  });

  test("asks for a new sign-in where there is no password and the last one is long ago", async () => {
    const cookie = await throughGithub();
    const { actor } = await signedIn(cookie);
    if (actor.kind !== "user") throw new Error("nobody is signed in");
    const earlier = new Date(Date.now() - 11 * 60_000);
    await db().update(sessions).set({ createdAt: earlier }).where(eq(sessions.id, actor.sessionId));
    expect(await refused(disconnect(cookie, {}))).toBe("forbidden");
    const isGithub = and(eq(accounts.userId, actor.user.id), eq(accounts.providerId, "github"));
    expect(await db().$count(accounts, isGithub)).toBe(1);
  });
});
