import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Caller } from "../caller";
import { type Door, startDoor } from "../door";
import { doorName } from "./client";

/* With limits on. Addresses come from a proxy, so that one test can call from many. */
const password = "correct horse battery";
const changed = "another horse entirely";
let door: Door;
let caller: Caller;

beforeAll(async () => {
  door = await startDoor(
    doorName,
    {
      ...{ TRUST_PROXY: "on", RATE_LIMIT: "on", DATABASE_URL: "", REDIS_URL: "" },
      // Twelve instead of a hundred failures from anywhere close an e-mail's sign-in to strangers.
      QUOTAS: "failedSignInsAnywhere=12,accountMailsPerHour=2",
    },
    { pages: false, cheapPasswords: true },
  );
  caller = new Caller(door.port);
});
afterAll(() => door.stop());

let clients = 0;
/** An address that nobody has called from yet. */
const newClient = () => {
  clients += 1;
  return `9.8.${Math.floor(clients / 250)}.${clients % 250}`;
};
const call = (path: string, body: object, client = newClient()) =>
  caller.send("POST", `/api/auth${path}`, { body, headers: { "x-forwarded-for": client } });
const signIn = (email: string, attempt = password, client = newClient()) =>
  call("/sign-in", { email, password: attempt }, client);
const cookieOf = ({ setCookie }: Awaited<ReturnType<typeof call>>) =>
  setCookie.map((line) => line.split(";", 1)[0]).join("; ");
const teams = (cookie: string) => caller.send("GET", "/api/teams", { headers: { cookie } });

let people = 0;
async function signedUp(client = newClient()) {
  people += 1;
  const email = `owner-${people}@example.com`;
  const answer = await call("/sign-up/email", { name: "Ada", email, password }, client);
  expect(answer.status, answer.text).toBe(200);
  return { email, cookie: cookieOf(answer) };
}

function expectRefused({ status, headers, text }: Awaited<ReturnType<typeof call>>) {
  expect(status, text).toBe(429);
  expect(JSON.parse(text)).toMatchObject({ code: "rate_limited" });
  const seconds = Number(headers["retry-after"]);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
}

/** Fails to sign in so often, from as many addresses as it takes. */
async function failFromAnywhere(email: string, times: number) {
  for (let made = 0; made < times; made += 4) {
    const client = newClient();
    for (let each = made; each < Math.min(made + 4, times); each += 1) {
      expect((await signIn(email, "wrong wrong", client)).status).toBe(401);
    }
  }
}

describe("wrong passwords", () => {
  it("close an e-mail's sign-in for the address that they came from, in any letters, and for no other", async () => {
    const { email } = await signedUp();
    const attacker = newClient();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await signIn(email, "wrong wrong", attacker)).status).toBe(401);
    }
    expectRefused(await signIn(email.toUpperCase(), password, attacker));
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn((await signedUp()).email, password, attacker)).status).toBe(200);
  });

  it("in an email field that names an address count for neither that address nor an account", async () => {
    const home = newClient();
    const { email } = await signedUp(home);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      for (const given of [`${email} from ${home}`, `address ${home}`]) {
        const { status, text } = await signIn(given, "wrong wrong");
        expect(status, text).toBe(400);
        expect(JSON.parse(text).issues).toEqual([{ path: "email", message: "must be an e-mail address" }]);
      }
    }
    expect((await signIn(email, password, home)).status).toBe(200);
  });

  it("of many at once pass no more than of one after the other", async () => {
    const { email } = await signedUp();
    const attacker = newClient();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn(email, "wrong wrong", attacker)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it("before a right one are forgotten", async () => {
    const { email } = await signedUp();
    const client = newClient();
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect((await signIn(email, "wrong wrong", client)).status).toBe(401);
      }
      expect((await signIn(email, password, client)).status).toBe(200);
    }
  });

  it("from many addresses close it to strangers, and not to its owner's places and sessions", async () => {
    const [home, attacker] = [newClient(), newClient()];
    const { email, cookie } = await signedUp(newClient());
    expect((await signIn(email, password, home)).status).toBe(200);
    await failFromAnywhere(email, 12);
    expectRefused(await signIn(email, password, attacker));
    expect((await signIn(email, password, home)).status).toBe(200);
    expect((await teams(cookie)).status).toBe(200);
  });
});

describe("a mailed link", () => {
  async function linksOf(email: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: door.databaseUrl() });
    await client.connect();
    try {
      const { rows } = await client.query(
        "select text from outbox_mails where recipient = $1 order by created_at",
        [email],
      );
      return rows.map(({ text }) => /reset-password\?token=(\S+)/.exec(text)?.[1] ?? "");
    } finally {
      await client.end();
    }
  }

  async function mailedLink(email: string): Promise<string> {
    const before = (await linksOf(email)).length;
    expect((await call("/request-password-reset", { email })).status).toBe(200);
    await expect.poll(async () => (await linksOf(email)).length).toBeGreaterThan(before);
    return (await linksOf(email)).at(-1) ?? "";
  }

  const reset = (token: string, chosen = changed, client = newClient()) =>
    call("/reset-password", { token, password: chosen }, client);

  it("lets the locked-out owner in, with a new password, and ends all other sessions", async () => {
    const { email, cookie } = await signedUp();
    await failFromAnywhere(email, 12);
    const here = newClient();
    expectRefused(await signIn(email, password, here));
    const answer = await reset(await mailedLink(email), changed, here);
    expect(answer.status, answer.text).toBe(200);
    // Without a mail service the link comes from the administrator, and says nothing of the address.
    expect(JSON.parse(answer.text)).toMatchObject({ user: { email, emailVerified: false } });
    expect((await teams(cookieOf(answer))).status).toBe(200);
    expect((await teams(cookie)).status).toBe(401);
    expect((await signIn(email, password, here)).status).toBe(401);
    expect((await signIn(email, changed)).status).toBe(200);
  });

  it("works once, also of several at once, and not with a password that a sign-up would refuse", async () => {
    const { email } = await signedUp();
    const token = await mailedLink(email);
    const refused = await reset(token, "Password1");
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text).issues).toMatchObject([{ path: "password" }]);
    const answers = await Promise.all([reset(token), reset(token, "yet another horse"), reset(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect((await reset(token)).status).toBe(410);
    expect((await reset("unknown")).status).toBe(410);
  });

  it("is not stored in a form that works", async () => {
    const { email } = await signedUp();
    const token = await mailedLink(email);
    const client = new pg.Client({ connectionString: door.databaseUrl() });
    await client.connect();
    const { rows } = await client.query("select identifier, value from verifications");
    await client.end();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("is asked for alike whether there is an account or not, and mailed to one address now and then", async () => {
    const { email } = await signedUp();
    for (const asked of [email, "nobody@example.com"]) {
      const answers = [];
      for (let each = 0; each < 3; each += 1) {
        answers.push(await call("/request-password-reset", { email: asked }));
      }
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(answers.slice(0, 2).map(({ text }) => text)).toEqual(
        Array(2).fill('{"success":true,"email":"not_configured"}'),
      );
    }
    expect(await linksOf("nobody@example.com")).toEqual([]);
  });
});
