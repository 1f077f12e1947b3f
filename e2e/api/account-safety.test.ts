import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { codeOf } from "../totp";
import { describeEmailChanges } from "./email-changes";
import {
  caller,
  cookieOf,
  door,
  expectSubjects,
  json,
  mailsTo,
  newClient,
  newPerson,
  password,
  type Sent,
  send,
  setUpLimitedDoor,
  signIn,
} from "./limited-door";

setUpLimitedDoor();

type Secret = { secret: string; uri: string; recoveryCodes: string[] };

/** Somebody with codes on. Their first code is used up. */
async function newPersonWithCodes() {
  const person = await newPerson();
  const { cookie } = person;
  const secret = json<Secret>(await send("POST", "/api/account/two-factor", { password }, { cookie }));
  const confirmed = await send(
    "POST",
    "/api/account/two-factor/confirm",
    { code: codeOf(secret.secret) },
    { cookie },
  );
  json(confirmed);
  return { ...person, ...secret, cookie: cookieOf(confirmed), before: cookie };
}

/** The cookie after a right password. */
async function firstStep(email: string): Promise<string> {
  const answer = await signIn(email);
  expect(json(answer)).toEqual({ twoFactorRedirect: true });
  expect(answer.setCookie.join()).not.toMatch(/session_token=[^;]/);
  return cookieOf(answer);
}
const secondStep = (cookie: string, code: string) =>
  send("POST", "/api/auth/sign-in/two-factor", { code }, { cookie });
const statuses = (answers: Sent[]) => answers.map(({ status }) => status);

describe("two-factor codes", () => {
  it("are asked for once they are confirmed, and one signs in once", async () => {
    const ada = await newPersonWithCodes();
    expect(ada.recoveryCodes).toHaveLength(10);
    expect(new URL(ada.uri).searchParams.get("secret")).toBe(ada.secret);
    expect((await send("GET", "/api/account", undefined, { cookie: ada.before })).status).toBe(401);
    const account = await send("GET", "/api/account", undefined, { cookie: ada.cookie });
    expect(json(account)).toMatchObject({ twoFactorEnabled: true });
    const [one, two] = [await firstStep(ada.email), await firstStep(ada.email)];
    expect((await send("GET", "/api/account", undefined, { cookie: one })).status).toBe(401);
    const code = codeOf(ada.secret, 1);
    const signedIn = await secondStep(one, code);
    expect(json(signedIn)).toMatchObject({ user: { email: ada.email } });
    expect((await secondStep(two, code)).status).toBe(401);
    expect((await secondStep(one, codeOf(ada.secret))).status).toBe(410);
    expect((await send("GET", "/api/account", undefined, { cookie: cookieOf(signedIn) })).status).toBe(200);
  });

  it("are refused to a cookie that nobody was given", async () => {
    for (const cookie of ["fieldkit.two_factor=%00.x", "fieldkit.two_factor=a%00.b"]) {
      expect((await secondStep(cookie, "123456")).status).toBe(410);
    }
  });

  it("are guessed in vain by many at once, over many first steps", async () => {
    const ada = await newPersonWithCodes();
    const steps = await Promise.all(Array.from({ length: 6 }, () => firstStep(ada.email)));
    const guesses = steps.flatMap((step, at) =>
      Array.from({ length: 5 }, (_, each) => secondStep(step, String(100_000 + at * 10 + each))),
    );
    const answers = statuses(await Promise.all(guesses));
    const judged = answers.filter((status) => status === 401 || status === 409 || status === 410);
    expect(judged.length).toBeLessThanOrEqual(10);
    expect(answers.filter((status) => status === 429).length).toBe(answers.length - judged.length);
    expect((await secondStep(await firstStep(ada.email), codeOf(ada.secret, 1))).status).toBe(429);
  });

  it("of a session of one's own help nobody with another's first step", async () => {
    const [ada, eve] = [await newPersonWithCodes(), await newPersonWithCodes()];
    const step = await firstStep(ada.email);
    const answer = await secondStep(`${eve.cookie}; ${step}`, codeOf(eve.secret, 1));
    expect(answer.status).toBe(401);
  });

  it("give way to recovery codes, each of which works once, also of 20 at once", async () => {
    const ada = await newPersonWithCodes();
    const [code = ""] = ada.recoveryCodes;
    const steps = [await firstStep(ada.email), await firstStep(ada.email), await firstStep(ada.email)];
    const tries = Array.from({ length: 20 }, (_, at) => secondStep(steps[at % 3] ?? "", code));
    const answers = statuses(await Promise.all(tries));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    await expect
      .poll(async () => (await mailsTo(ada.email)).map(({ subject }) => subject))
      .toContain("A recovery code was used");
    for (const status of answers) expect([200, 401, 409, 410, 429]).toContain(status);
  });

  it("are renewed and turned off by the password alone", async () => {
    const ada = await newPersonWithCodes();
    const { cookie } = ada;
    const renew = (body: object) => send("POST", "/api/account/two-factor/recovery-codes", body, { cookie });
    expect((await renew({ password: "wrong wrong" })).status).toBe(400);
    const { recoveryCodes } = json<Secret>(await renew({ password }));
    expect((await secondStep(await firstStep(ada.email), ada.recoveryCodes[0] ?? "")).status).toBe(401);
    json(await secondStep(await firstStep(ada.email), recoveryCodes[0] ?? ""));
    const turnOff = (body: object) => send("DELETE", "/api/account/two-factor", body, { cookie });
    expect((await turnOff({ password: "wrong wrong" })).status).toBe(400);
    const waiting = await firstStep(ada.email);
    json(await turnOff({ password }));
    expect((await secondStep(waiting, recoveryCodes[1] ?? "")).status).toBe(410);
    expect(json(await signIn(ada.email))).toMatchObject({ user: { email: ada.email } });
  });
});

describe("the password that is asked again", () => {
  it("is guessed in vain by a session, at all doors together", async () => {
    const { cookie, home: client } = await newPerson();
    const wrong = { password: "wrong wrong", currentPassword: "wrong wrong", newPassword: "a better horse" };
    const doors = [
      ["POST", "/api/account/password"],
      ["DELETE", "/api/account"],
      ["POST", "/api/account/two-factor"],
      ["POST", "/api/account/passkeys/options"],
    ] as const;
    const guesses = Array.from({ length: 20 }, (_, at) => doors[at % 4] ?? doors[0]).map(([method, path]) =>
      send(method, path, wrong, { cookie, client }),
    );
    const answers = statuses(await Promise.all(guesses));
    expect(answers.filter((status) => status === 400)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
  });
});

describeEmailChanges();

describe("a request whose body is held back", () => {
  it("does nothing once its session has ended", async () => {
    const ada = await newPerson();
    const intruder = cookieOf(await signIn(ada.email));
    const [team] = json<{ id: string }[]>(await send("GET", "/api/teams", undefined, ada));
    const body = JSON.stringify({ email: "helper@example.com", role: "admin" });
    const socket = connect({ port: door.port, host: "127.0.0.1" });
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    const head = [
      `POST /api/teams/${team?.id}/invitations HTTP/1.1`,
      `Host: localhost:${door.port}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      `Cookie: ${intruder}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 1)}`);
    json(await send("DELETE", "/api/account/sessions", undefined, ada));
    socket.write(body.slice(1));
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
    expect(json(await send("GET", `/api/teams/${team?.id}/invitations`, undefined, ada))).toEqual([]);
  });
});

describe("signing out everywhere", () => {
  it("ends this session too, and makes every place count as new", async () => {
    const ada = await newPerson();
    const other = cookieOf(await signIn(ada.email, ada.home));
    const ended = await send("DELETE", "/api/account/sessions?current=end", undefined, ada);
    expect(json(ended)).toEqual({ ended: 2 });
    for (const cookie of [ada.cookie, other]) {
      expect((await send("GET", "/api/account", undefined, { cookie })).status).toBe(401);
    }
  });
});

describe("a verification link", () => {
  it("works in a browser that is signed in to the account, and nowhere else", async () => {
    const [ada, ben] = [await newPerson(), await newPerson()];
    json(await send("POST", "/api/auth/send-verification-email", {}, ada));
    const link = /\/api\/auth\/verify-email\/\S+/.exec((await mailsTo(ada.email))[0]?.text ?? "")?.[0] ?? "";
    expect((await send("POST", link)).status).toBe(401);
    expect((await send("POST", link, undefined, { cookie: ben.cookie })).status).toBe(403);
    const page = await send("GET", link, undefined, { html: true });
    expect(page.text).toContain("Sign in to verify");
    expect(page.text).toContain("/forgot-password?email=");
    const foreign = { cookie: ada.cookie, origin: "https://evil.example" };
    const forged = await caller.send("POST", link, {
      headers: { ...foreign, "x-forwarded-for": newClient() },
    });
    expect(forged.status).toBe(403);
    json(await send("POST", link, undefined, ada));
    expect(json(await send("GET", "/api/account", undefined, ada))).toMatchObject({ emailVerified: true });
  });
});

describe("notices", () => {
  it("tell of sign-ins from new places only, and of few", async () => {
    const ada = await newPerson();
    expect((await signIn(ada.email, ada.home)).status).toBe(200);
    const cafe = newClient();
    expect((await signIn(ada.email, cafe)).status).toBe(200);
    await expectSubjects(ada.email, ["New sign-in to your account"]);
    expect((await mailsTo(ada.email))[0]?.text).toContain(cafe);
    expect((await signIn(ada.email, cafe)).status).toBe(200);
    for (let place = 0; place < 14; place += 1) expect((await signIn(ada.email)).status).toBe(200);
    await sleep(500);
    expect((await mailsTo(ada.email)).length).toBeLessThanOrEqual(10);
  });

  it("tell of another password", async () => {
    const { cookie, email } = await newPerson();
    const body = { currentPassword: password, newPassword: "a better horse battery" };
    json(await send("POST", "/api/account/password", body, { cookie }));
    await expectSubjects(email, ["Your password was changed"]);
  });
});

it("an address is confirmed in a browser whose session isn't cached", async () => {
  // Nothing has asked for this session since it began, so that confirming has to read it.
  const { cookie } = await newPerson();
  const { status, text } = await send("POST", "/api/auth/change-email/none.none", undefined, { cookie });
  expect(status, text).toBe(410);
});
