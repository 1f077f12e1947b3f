import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { Caller } from "../caller";
import { type Door, startDoor, withoutPages } from "../door";
import { doorName, isServerDoor } from "./client";

/*
 * As on servers of one's own: a proxy in front speaks TLS, forwards plain HTTP to an inner name, and says who
 * called. Limits are on.
 */
const appHost = "fieldkit.example";
const password = "correct horse battery";
let door: Door;
let caller: Caller;

beforeAll(async () => {
  door = await startDoor(doorName, {
    APP_URL: `https://${appHost}`,
    MOCK_DOMAIN: `mock.${appHost}`,
    WS_URL: `wss://${appHost}`,
    TRUST_PROXY: "127.0.0.1,10.0.0.0/8",
    RATE_LIMIT: "on",
    GITHUB_CLIENT_ID: "an-id",
    GITHUB_CLIENT_SECRET: "a-secret",
    // An inherited database would be shared with the suite's own door, and its limits counted there too.
    DATABASE_URL: "",
    REDIS_URL: "",
  });
  caller = new Caller(door.port);
});
afterAll(() => door.stop());

let clients = 0;
/** An address that nobody has called from yet. */
const newClient = () => {
  clients += 1;
  return `9.9.9.${clients}`;
};

type Forwarded = { host?: string; client?: string; cookie?: string; headers?: Record<string, string> };

/** A request as the proxy hands it on. */
function forward(method: string, path: string, body?: unknown, from: Forwarded = {}) {
  return caller.send(method, path, {
    body,
    host: "10.0.0.5:3000",
    headers: {
      "x-forwarded-host": from.host ?? appHost,
      "x-forwarded-proto": "https",
      "x-forwarded-for": from.client ?? newClient(),
      ...(from.cookie && { cookie: from.cookie }),
      ...from.headers,
    },
  });
}

let people = 0;
async function signedUp(client = newClient()) {
  people += 1;
  const email = `person-${people}@example.com`;
  const account = { name: "Ada", email, password };
  const answer = await forward("POST", "/api/auth/sign-up/email", account, { client });
  expect(answer.status, answer.text).toBe(200);
  const cookie = answer.setCookie.map((line) => line.split(";", 1)[0]).join("; ");
  const done = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, text } = await forward(method, path, body, { cookie });
    expect(status, `${method} ${path}: ${text}`).toSatisfy((code: number) => code >= 200 && code < 300);
    return JSON.parse(text);
  };
  return { email, cookie, setCookie: answer.setCookie, done };
}

const signIn = (email: string, attempt: string, client = newClient()) =>
  forward("POST", "/api/auth/sign-in", { email, password: attempt }, { client });

type Team = { id: string; referenceId: string; slug: string };
type Project = { id: string; referenceId: string; host: string; mockBaseUrl: string };

async function enterProject() {
  const person = await signedUp();
  const [team] = await person.done<Team[]>("GET", "/api/teams");
  const fields = { name: "Shop", slug: "shop" };
  const project = await person.done<Project>("POST", `/api/teams/${team?.id}/projects`, fields);
  return { ...person, team, project };
}

describe("behind https", () => {
  it.skipIf(withoutPages)("a session's cookie opens the dashboard", async () => {
    const { cookie, team } = await enterProject();
    const page = await forward("GET", `/${team?.slug}/shop/mocks`, undefined, { cookie });
    expect(page.status).toBe(200);
  });

  it("a session's cookie is for https alone", async () => {
    const { setCookie, cookie, project } = await enterProject();
    expect(setCookie.filter((line) => !/; Secure/i.test(line))).toEqual([]);
    expect(setCookie[0]).toMatch(/^__Secure-fieldkit\.session_token=.*HttpOnly.*SameSite=Lax/i);
    const planted = cookie.replaceAll("__Secure-", "");
    expect(
      (await forward("GET", `/api/projects/${project.id}/mocks`, undefined, { cookie: planted })).status,
    ).toBe(401);
  });

  it("addresses are printed as the world sees them", async () => {
    const { team, project, done } = await enterProject();
    const host = `${team?.referenceId}-shop.mock.${appHost}`;
    expect(project).toMatchObject({ host, mockBaseUrl: `https://${host}/api/mock` });
    const inbox = await done<{ url: string }>("POST", `/api/projects/${project.id}/webhooks`, { name: "In" });
    expect(inbox.url).toMatch(new RegExp(`^https://${host}/api/webhook/`));
  });

  it.each([
    [`https://${appHost}`, 200],
    [`http://${appHost}`, 403],
    [`https://other.example`, 403],
    ["http://localhost:3000", 403],
    ["null", 403],
  ])("a mutation by a page of %s is %i", async (origin, status) => {
    const { team, project, cookie } = await enterProject();
    const from = { cookie, headers: { origin } };
    expect((await forward("PUT", `/api/teams/${team?.id}/projects/${project.id}`, {}, from)).status).toBe(
      status,
    );
  });

  it("a mock answers on its host, and an inbox notes who called, not what they claim", async () => {
    const { project, done } = await enterProject();
    await done("POST", `/api/projects/${project.id}/mocks`, {
      name: "Hi",
      endpoint: "/hi",
      responseBody: "hi",
    });
    const answer = await forward("GET", "/api/mock/hi", undefined, { host: project.host });
    expect(answer.text).toBe("hi");
    const inbox = await done<{ id: string; url: string }>("POST", `/api/projects/${project.id}/webhooks`, {
      name: "In",
    });
    const client = "8.8.8.9, 9.9.9.77, 10.0.0.2";
    const { pathname } = new URL(inbox.url);
    expect((await forward("POST", pathname, { a: 1 }, { host: project.host, client })).status).toBe(200);
    const [capture] = await done<{ ip: string }[]>(
      "GET",
      `/api/projects/${project.id}/webhooks/${inbox.id}/requests`,
    );
    expect(capture?.ip).toBe("9.9.9.77");
  });

  // Next holds no streams.
  if (isServerDoor)
    it("a stream opens for the session's cookie", async () => {
      const { project, cookie, done } = await enterProject();
      const inbox = await done<{ id: string }>("POST", `/api/projects/${project.id}/webhooks`, {
        name: "In",
      });
      const headers = { cookie, "x-forwarded-host": appHost, origin: `https://${appHost}` };
      const socket = new WebSocket(`ws://127.0.0.1:${door.port}/ws/webhook/${inbox.id}`, { headers });
      await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
      socket.terminate();
    });

  it("signing in with what is configured begins at its provider, and comes back to the app", async () => {
    const social = (provider: string) => forward("POST", "/api/auth/sign-in/social", { provider });
    const { status, text } = await social("github");
    expect(status, text).toBe(200);
    const url = new URL(JSON.parse(text).url);
    expect(url.origin + url.pathname).toBe("https://github.com/login/oauth/authorize");
    expect(url.searchParams.get("redirect_uri")).toBe(`https://${appHost}/api/auth/callback/github`);
    expect((await social("google")).status).toBe(404);
  });

  it.skipIf(withoutPages)("the page to sign in offers what is configured", async () => {
    const page = await forward("GET", "/sign-in");
    expect(page.text).toContain("GitHub");
    expect(page.text).not.toContain("Google");
  });
});

describe("limits", () => {
  const expectRefused = (
    { status, headers, text }: Awaited<ReturnType<typeof forward>>,
    withinSeconds: number,
  ) => {
    expect(status, text).toBe(429);
    expect(JSON.parse(text)).toMatchObject({ code: "rate_limited" });
    const seconds = Number(headers["retry-after"]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(withinSeconds);
  };

  it("sixty attempts in a minute close sign-in and sign-up for their address alone", async () => {
    const client = newClient();
    // Refused for their bodies, and counted all the same.
    const attempts = await Promise.all(
      Array.from({ length: 60 }, () => forward("POST", "/api/auth/sign-in/email", { email: 1 }, { client })),
    );
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([400]));
    const { email } = await signedUp();
    expectRefused(await signIn(email, password, client), 60);
    const account = { name: "Ada", email: "late@example.com", password };
    expectRefused(await forward("POST", "/api/auth/sign-up/email", account, { client }), 60);
    // What stands left of the proxy's own word is the client's invention.
    expectRefused(await signIn(email, password, `8.8.8.1, ${client}, 10.0.0.9`), 60);
    expect((await signIn(email, password)).status).toBe(200);
  });

  it("all addresses of one client's IPv6 network count as one", async () => {
    const from = (at: number) => ({ client: `2001:db8:1:2:${at.toString(16)}::${at}` });
    const attempts = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        forward("POST", "/api/auth/sign-in/email", { email: 1 }, from(at)),
      ),
    );
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([400]));
    const { email } = await signedUp();
    expectRefused(await signIn(email, password, "2001:db8:1:2:ffff::1"), 60);
    expect((await signIn(email, password, "2001:db8:1:3::1")).status).toBe(200);
  });

  it("thirty invitations in an hour are what one person may send", async () => {
    const { done, cookie } = await signedUp();
    const team = await done<Team>("POST", "/api/teams", { name: "Inviting", slug: "inviting" });
    const path = `/api/teams/${team.id}/invitations`;
    const invited = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        forward("POST", path, { email: `${at}@example.com` }, { cookie }),
      ),
    );
    const refused = invited.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(10);
    for (const answer of refused) expectRefused(answer, 60 * 60);
    expect(await done<unknown[]>("GET", path)).toHaveLength(30);
  });
});
