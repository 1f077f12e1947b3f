import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Caller } from "../caller";
import { commandFile, type Door, startDoor } from "../door";
import { codeOf } from "../totp";
import { doorName, isServerDoor } from "./client";

/* An installation that its operator does not leave open. */
const password = "correct horse battery";
let door: Door;
let admin: Caller;
let teamId: string;

beforeAll(async () => {
  door = await startDoor(
    doorName,
    {
      ...{ SIGN_UP: "invited", DATABASE_URL: "", REDIS_URL: "" },
    },
    { pages: false, cheapPasswords: true },
  );
  const created = await user("create", "admin@example.com", "--name", "Admin", "--password-stdin");
  expect(created).toMatchObject({ code: 0 });
  admin = await signedIn("admin@example.com");
  teamId = (await admin.done<{ id: string }>("POST", "/api/teams", { name: "Crew", slug: "crew" })).id;
});
afterAll(() => door.stop());

/** The command `user`, with a password on its standard input. */
async function user(...args: string[]) {
  const child = spawn(process.execPath, [commandFile("user"), ...args], {
    env: { ...process.env, NODE_ENV: "production", ...door.operatorEnv() },
  });
  child.stdin.end(`${password}\n`);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, stderr, code };
}

const signIn = (email: string, attempt = password) =>
  new Caller(door.port).send("POST", "/api/auth/sign-in", { body: { email, password: attempt } });
async function signedIn(email: string, attempt = password): Promise<Caller> {
  const { status, text: answer, setCookie } = await signIn(email, attempt);
  expect(status, answer).toBe(200);
  return new Caller(door.port, setCookie.map((line) => line.split(";", 1)[0]).join("; "));
}
const signUp = (email: string, fields: object = {}) =>
  new Caller(door.port).send("POST", "/api/auth/sign-up/email", {
    body: { name: "Ada", email, password, ...fields },
  });
const invite = (email: string) =>
  admin.done<{ id: string; token: string }>("POST", `/api/teams/${teamId}/invitations`, { email });

describe("where people need an invitation", () => {
  it("a sign-up without one is 403, and says what to do", async () => {
    const { status, text: answer } = await signUp("stranger@example.com");
    expect(status).toBe(403);
    expect(JSON.parse(answer)).toMatchObject({
      code: "forbidden",
      error: expect.stringMatching(/needs an invitation/),
    });
    expect((await signIn("stranger@example.com")).status).toBe(401);
  });

  it("an invitation lets its own address in, and no other", async () => {
    const { token } = await invite("Guest@example.com");
    expect((await signUp("other@example.com", { invitation: token })).status).toBe(403);
    expect((await signUp("guest@example.com", { invitation: "unknown" })).status).toBe(404);
    expect((await signUp("guest@example.com", { invitation: token })).status).toBe(200);
    const guest = await signedIn("guest@example.com");
    await guest.done("POST", `/api/invitations/${token}/accept`);
    expect((await signUp("guest2@example.com", { invitation: token })).status).toBe(410);
  });

  it("a revoked invitation lets nobody in", async () => {
    const { id, token } = await invite("late@example.com");
    await admin.done("DELETE", `/api/teams/${teamId}/invitations/${id}`);
    expect((await signUp("late@example.com", { invitation: token })).status).toBe(410);
  });
});

describe("where nobody gets in", () => {
  const email = "made@example.com";
  let printed = "";
  let tooLate = "";

  beforeAll(async () => {
    const { token } = await invite("leaving@example.com");
    expect((await signUp("leaving@example.com", { invitation: token })).status).toBe(200);
    tooLate = (await invite("too-late@example.com")).token;
    await door.end();
    await door.restart({ SIGN_UP: "closed" });
  });

  it("an invitation does not help", async () => {
    const refused = await signUp("too-late@example.com", { invitation: tooLate });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.text).error).toMatch(/Ask whoever runs this Fieldkit/);
  });

  it("the operator still makes accounts, whose printed password works", async () => {
    const { stdout, code } = await user("create", email);
    expect(code).toBe(0);
    printed = /The password is (\S+)/.exec(stdout)?.[1] ?? "";
    const made = await signedIn(email, printed);
    expect(await made.done<object[]>("GET", "/api/teams")).toMatchObject([{ isPersonal: true }]);
  });

  // The command asks the database, whatever serves it: one door is enough.
  // Each starts a process that loads for seconds, so that the tests share an account.
  describe.runIf(isServerDoor)("the operator", () => {
    it("lists accounts", async () => {
      expect((await user("list")).stdout).toContain(email);
    });

    it("is named in the trail of whom it gives a new password", async () => {
      expect(await user("reset-password", email, "--password-stdin")).toMatchObject({ code: 0 });
      expect((await signIn(email, printed)).status).toBe(401);
      const lost = await signedIn(email);
      const [team] = await lost.done<{ id: string }[]>("GET", "/api/teams");
      expect(await lost.done<object[]>("GET", `/api/teams/${team?.id}/audit-log`)).toMatchObject([
        { operation: "changePassword", actorKind: "operator", actorId: null, clientAddress: null },
      ]);
    });

    it("turns off the codes of somebody who lost their device, and ends their sessions", async () => {
      const lost = await signedIn(email);
      expect(await user("end-two-factor", email)).toMatchObject({
        code: 1,
        stderr: `Two-factor codes are off for ${email}.\n`,
      });
      const { secret } = await lost.done<{ secret: string }>("POST", "/api/account/two-factor", { password });
      await lost.done("POST", "/api/account/two-factor/confirm", { code: codeOf(secret) });
      expect(JSON.parse((await signIn(email)).text)).toEqual({ twoFactorRedirect: true });

      const ended = await user("end-two-factor", email);
      expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("signs in without a code") });
      const again = await signedIn(email);
      expect(await again.done("GET", "/api/account")).toMatchObject({ twoFactorEnabled: false });
      expect(await again.done<object[]>("GET", "/api/account/sessions")).toHaveLength(1);
      const [team] = await again.done<{ id: string }[]>("GET", "/api/teams");
      const trail = await again.done<object[]>("GET", `/api/teams/${team?.id}/audit-log`);
      expect(trail[0]).toMatchObject({
        operation: "endTwoFactor",
        actorKind: "operator",
        subjectKind: "account",
      });
    });

    it("is refused what is wrong, with a word of why", async () => {
      const [existing, unknown, unnamed] = await Promise.all([
        user("create", "admin@example.com"),
        user("reset-password", "nobody@example.com"),
        user("create"),
      ]);
      expect(existing).toMatchObject({ code: 1, stdout: "" });
      expect(unknown).toMatchObject({ code: 1, stderr: "Account not found\n" });
      expect(unnamed.stdout).toContain("Usage:");
    });

    it("deletes an account when sure; a shared team gets another admin, an own one goes", async () => {
      const leaving = await signedIn("leaving@example.com");
      const shared = await leaving.done<{ id: string }>("POST", "/api/teams", { name: "S", slug: "shared" });
      const alone = await leaving.done<{ id: string }>("POST", "/api/teams", { name: "A", slug: "alone" });
      const asked = await leaving.done<{ token: string }>("POST", `/api/teams/${shared.id}/invitations`, {
        email: "admin@example.com",
      });
      await admin.done("POST", `/api/invitations/${asked.token}/accept`);

      const announced = await user("delete", "leaving@example.com");
      expect(announced.stdout).toMatch(/team shared gets its longest member as admin/);
      expect(announced.stdout).toMatch(/team alone goes with its projects/);
      expect((await signIn("leaving@example.com")).status).toBe(200);

      expect(await user("delete", "leaving@example.com", "--yes")).toMatchObject({ code: 0 });
      expect((await signIn("leaving@example.com")).status).toBe(401);
      expect(await admin.done("GET", `/api/teams/${shared.id}`)).toMatchObject({ role: "admin" });
      expect((await admin.send("GET", `/api/teams/${alone.id}`)).status).toBe(404);
    });
  });
});
