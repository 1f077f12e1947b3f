import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, send, statusesOf } from "./client";
import { cookiesOf, done, Person, password, postJson, signUp, type Team, unique } from "./fixtures";

let person: Person;

beforeAll(async () => {
  person = await signUp();
});

const signIn = (email = person.email, secret = password, path = "/api/auth/sign-in/email", headers = {}) =>
  postJson(path, { email, password: secret }, headers);

describe("sign-in through a provider", () => {
  it.each(["callbackURL", "errorCallbackURL"])(
    "refuses a %s that isn't a path on this site",
    async (field) => {
      for (const target of [
        "/..//evil.example",
        "/%2e%2e//evil.example",
        "/\\evil",
        "https://evil.example",
      ]) {
        const answer = await postJson("/api/auth/sign-in/social", { provider: "github", [field]: target });
        expect(expectRefusal(answer, 400), target).toMatchObject({
          code: "invalid_request",
          issues: [{ path: field, message: "must be a path on this site, such as /team/project" }],
        });
      }
    },
  );
});

describe("sign-up", () => {
  it("signs in at once, with an HttpOnly and SameSite cookie", async () => {
    const email = `${unique("new")}@example.com`;
    const answer = await postJson("/api/auth/sign-up/email", { name: "Grace", email, password });
    expect(answer.status, answer.text()).toBe(200);
    expect(answer.json()).toMatchObject({ user: { name: "Grace", email } });
    const session = answer.headers["set-cookie"]?.find((line) => line.includes("session_token"));
    expect(session).toMatch(/HttpOnly/i);
    expect(session).toMatch(/SameSite=Lax/i);
    expect(session).toMatch(/Path=\//i);
    const teams = await send({ path: "/api/teams", headers: { cookie: cookiesOf(answer) } });
    expect(teams.status).toBe(200);
  });

  it("makes exactly one personal team, of which the account is admin", async () => {
    const teams = await done<Team[]>((await signUp()).get("/api/teams"));
    expect(teams).toHaveLength(1);
    expect(teams[0]).toMatchObject({ isPersonal: true, role: "admin" });
    expect(teams[0]?.referenceId).toMatch(/^[a-z0-9]{8}$/);
    expect(teams[0]?.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it("many accounts at once with the same name each get a team of their own", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signUp(undefined, "Same Name")));
    const slugs = new Set<string>();
    for (const each of people) {
      const teams = await done<Team[]>(each.get("/api/teams"));
      expect(teams).toHaveLength(1);
      for (const { slug } of teams) slugs.add(slug);
    }
    expect(slugs.size).toBe(5);
  });

  it.each(["日本", "…", "'; drop table users", "x".repeat(200)])("works for the name %s", async (name) => {
    const teams = await done<Team[]>((await signUp(undefined, name)).get("/api/teams"));
    expect(teams).toHaveLength(1);
  });

  it("of eight at once with one e-mail exactly one succeeds", async () => {
    const body = { name: "Race", email: `${unique("race")}@example.com`, password };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => postJson("/api/auth/sign-up/email", body)),
    );
    expect(statusesOf(answers)[200], JSON.stringify(statusesOf(answers))).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.json().error).toEqual(expect.any(String));
    }
    const answer = await signIn(body.email);
    const teams = await send({ path: "/api/teams", headers: { cookie: cookiesOf(answer) } });
    expect(teams.json<Team[]>()).toHaveLength(1);
  });

  it.each([
    ["no e-mail", { name: "x", password }],
    ["a malformed e-mail", { name: "x", email: "nope", password }],
    ["a short password", { name: "x", email: "short@example.com", password: "1234567" }],
    ["a long password", { name: "x", email: "long@example.com", password: "x".repeat(129) }],
    ["an empty name", { name: " ", email: "empty@example.com", password }],
    ["a NUL in the name", { name: "a\0b", email: "nul@example.com", password }],
    ["a number as password", { name: "x", email: "number@example.com", password: 12345678 }],
    ["an array as e-mail", { name: "x", email: ["a@example.com"], password }],
  ])("%s is 400 with error", async (_, body) => {
    const answer = await postJson("/api/auth/sign-up/email", body);
    expect(answer.status, answer.text()).toBe(400);
    expect(answer.json().error).toEqual(expect.any(String));
  });
});

it.each(["password", "PASSWORD1", "12345678"])(
  "a sign-up with the common password %s is 400",
  async (secret) => {
    const body = { name: "x", email: `${unique("common")}@example.com`, password: secret };
    const answer = await postJson("/api/auth/sign-up/email", body);
    expect(issuePaths(answer)).toEqual(["password"]);
    expect((await signIn(body.email, secret)).status).toBe(401);
  },
);

it("neither the e-mail address nor the name is a password", async () => {
  const email = `${unique("own-address")}@example.com`;
  for (const secret of [email, email.split("@")[0] ?? "", "Grace Hopper"]) {
    const answer = await postJson("/api/auth/sign-up/email", {
      name: "Grace Hopper",
      email,
      password: secret,
    });
    expect(issuePaths(answer)).toEqual(["password"]);
  }
});

it("a session's token is in its cookie alone", async () => {
  const body = { name: "Ada", email: `${unique("token")}@example.com`, password };
  const made = await postJson("/api/auth/sign-up/email", body);
  const again = await signIn(body.email);
  for (const started of [made, again]) {
    const cookie = cookiesOf(started);
    const token = decodeURIComponent(cookie.split("=")[1] ?? "").split(".")[0] ?? "";
    expect(token.length).toBeGreaterThan(20);
    const shown = await send({ path: "/api/auth/get-session", headers: { cookie } });
    for (const answer of [started, shown]) {
      expect(answer.json()).toMatchObject({ user: { email: body.email } });
      expect(answer.text()).not.toContain(token);
    }
  }
});

describe("sign-in", () => {
  it.each(["/api/auth/sign-in/email", "/api/auth/sign-in"])("%s sets a session cookie", async (path) => {
    const answer = await signIn(person.email, password, path);
    expect(answer.status, answer.text()).toBe(200);
    expect(answer.json()).toMatchObject({ user: { id: person.id, email: person.email } });
    const teams = await send({ path: "/api/teams", headers: { cookie: cookiesOf(answer) } });
    expect(teams.status).toBe(200);
  });

  it.each(["/api/auth/sign-in/email", "/api/auth/sign-in"])(
    "%s: a wrong password and an unknown e-mail are the same 401 with error",
    async (path) => {
      const wrong = await signIn(person.email, "wrong password", path);
      const unknown = await signIn("nobody@example.com", password, path);
      for (const answer of [wrong, unknown]) {
        expect(answer.status, answer.text()).toBe(401);
        expect(answer.json().error).toEqual(expect.any(String));
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
      expect(wrong.json().error).toBe(unknown.json().error);
    },
  );

  it("the e-mail's letter case doesn't matter", async () => {
    expect((await signIn(person.email.toUpperCase())).status).toBe(200);
  });

  it("hostile bodies are 4xx with error", async () => {
    for (const body of [
      "",
      "{",
      "null",
      "[]",
      `${"[".repeat(5000)}`,
      '{"email":{},"password":[]}',
      '{"email":"\\u0000","password":"\\ud800"}',
    ]) {
      for (const path of ["/api/auth/sign-in/email", "/api/auth/sign-in", "/api/auth/sign-up/email"]) {
        const headers = { "content-type": "application/json" };
        const answer = await send({ method: "POST", path, headers, body });
        expect(answer.status, `${path} ${body.slice(0, 40)}`).toBeGreaterThanOrEqual(400);
        expect(answer.status, `${path} ${body.slice(0, 40)}`).toBeLessThan(500);
        expect(answer.json().error, `${path} ${body.slice(0, 40)}`).toEqual(expect.any(String));
      }
    }
  });
});

describe("session", () => {
  it("get-session gives the account of the cookie, or null", async () => {
    const mine = await done<{ user: { id: string } }>(person.get("/api/auth/get-session"));
    expect(mine.user.id).toBe(person.id);
    expect((await send({ path: "/api/auth/get-session" })).json<null>()).toBeNull();
  });

  it("sign-out ends this session on the next request, and no other one", async () => {
    const second = new Person(person.id, person.name, person.email, cookiesOf(await signIn()));
    expect((await second.get("/api/teams")).status).toBe(200);
    expect((await second.post("/api/auth/sign-out", {})).status).toBe(200);
    expectRefusal(await second.get("/api/teams"), 401, "Unauthorized");
    expect((await person.get("/api/teams")).status).toBe(200);
  });

  it("sign-out ends the session in whatever way its cookie is written", async () => {
    const cookie = cookiesOf(await signIn());
    const [name = "", value = ""] = cookie.split("=", 2);
    const token = decodeURIComponent(value);
    // The last letter of the signature's base64 has two bits that mean nothing.
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const sibling = letters[letters.indexOf(token.at(-2) ?? "") ^ 1];
    const spellings = [
      cookie,
      `${name}=${encodeURIComponent(`${token.slice(0, -2)}${sibling}=`)}`,
      `${name}=${token}`,
      `${name}="${value}"`,
      `${name}=%${value.charCodeAt(0).toString(16)}${value.slice(1)}`,
    ];
    for (const each of spellings) {
      expect((await send({ path: "/api/teams", headers: { cookie: each } })).status, each).toBe(200);
    }
    expect((await send({ method: "POST", path: "/api/auth/sign-out", headers: { cookie } })).status).toBe(
      200,
    );
    for (const each of spellings) {
      expectRefusal(await send({ path: "/api/teams", headers: { cookie: each } }), 401, "Unauthorized");
    }
  });

  it("the cookie of another scheme's installation is not taken", async () => {
    const cookie = `__Secure-${cookiesOf(await signIn())}`;
    expectRefusal(await send({ path: "/api/teams", headers: { cookie } }), 401, "Unauthorized");
    const both = `__Secure-${person.cookie.replace(/=.*/, "=x.y")}; ${person.cookie}`;
    expect((await send({ path: "/api/teams", headers: { cookie: both } })).status).toBe(200);
  });

  it("sign-out needs no body", async () => {
    const cookie = cookiesOf(await signIn());
    expect((await send({ method: "POST", path: "/api/auth/sign-out", headers: { cookie } })).status).toBe(
      200,
    );
    expectRefusal(await send({ path: "/api/teams", headers: { cookie } }), 401, "Unauthorized");
  });

  it("a forged or damaged cookie is no session", async () => {
    const [name = "", value = ""] = person.cookie.split("=", 2);
    for (const forged of [
      `${name}=${value.slice(0, -4)}AAAA`,
      `${name}=x.y`,
      `${name}=`,
      `${name}=%00`,
      `${name}=%zz`,
    ]) {
      expectRefusal(await send({ path: "/api/teams", headers: { cookie: forged } }), 401, "Unauthorized");
    }
  });
});
