import { describe, expect, it } from "vitest";
import {
  cookiesOf,
  createKey,
  createProject,
  createTeam,
  done,
  join,
  Person,
  password,
  postJson,
  signUp,
  timestamp,
  unique,
} from "./fixtures";

const other = "a better horse battery";
type Session = { id: string; device: string; address: string | null; isCurrent: boolean };

/** The same person with another session. */
async function again({ id, name, email }: Person, userAgent = "", secret = password): Promise<Person> {
  const answer = await postJson(
    "/api/auth/sign-in",
    { email, password: secret },
    { "user-agent": userAgent },
  );
  expect(answer.status, answer.text()).toBe(200);
  return new Person(id, name, email, cookiesOf(answer));
}
const remove = (person: Person, body: object) => person.call("DELETE", "/api/account", body);
const sessionsOf = (person: Person) => done<Session[]>(person.get("/api/account/sessions"));

describe("an account", () => {
  it("is shown without secrets, and its name can be changed", async () => {
    const ada = await signUp();
    expect(await done(ada.get("/api/account"))).toEqual({
      ...{ id: ada.id, name: "Ada", email: ada.email, emailVerified: false, hasPassword: true },
      ...{ twoFactorEnabled: false, providers: [], createdAt: timestamp, updatedAt: timestamp },
    });
    const changed = await done<{ updatedAt: string }>(ada.put("/api/account", { name: "  Ada L. " }));
    expect(changed).toMatchObject({ name: "Ada L." });
    const [team] = await done<{ id: string }[]>(ada.get("/api/teams"));
    const members = await done<object[]>(ada.get(`/api/teams/${team?.id}/members`));
    expect(members).toMatchObject([{ name: "Ada L." }]);
    const stale = await ada.call(
      "PUT",
      "/api/account",
      { name: "B" },
      { "if-match": '"2020-01-01T00:00:00.000Z"' },
    );
    expect(stale.status).toBe(409);
    expect((await ada.put("/api/account", { name: " " })).status).toBe(400);
  });

  it("can be taken away as a file with all that is kept, and no secret", async () => {
    const ada = await signUp();
    const team = await createTeam(ada);
    const project = await createProject(ada, team.id);
    const key = await createKey(ada, project.referenceId);
    await done(ada.post(`/api/teams/${team.id}/invitations`, { email: "guest@example.com" }), 201);
    const answer = await ada.get("/api/account/export");
    expect(answer.headers["content-disposition"]).toContain("fieldkit-account.json");
    expect(answer.json()).toMatchObject({
      account: { email: ada.email },
      signsInWith: [{ provider: "password" }],
      teams: [{ isPersonal: true }, { slug: team.slug, role: "admin" }],
      sessions: [{}],
      keys: [{ name: key.name, project: project.name }],
      invitationsMade: [{ email: "guest@example.com" }],
    });
    expect(answer.text()).not.toContain(key.key);
  });
});

describe("sessions", () => {
  it("are listed with their device, and end for the next request", async () => {
    const ada = await signUp();
    const firefox = await again(
      ada,
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    );
    expect((await firefox.get("/api/account")).status).toBe(200);
    const listed = await sessionsOf(ada);
    expect(listed).toHaveLength(2);
    // A loopback address is no network that others share.
    for (const { address } of listed) expect(address).not.toBe("::");
    expect(listed.find(({ isCurrent }) => isCurrent)).not.toMatchObject({ device: "Firefox on Linux" });
    const found = listed.find(({ device }) => device === "Firefox on Linux");
    const stranger = await signUp();
    expect((await stranger.delete(`/api/account/sessions/${found?.id}`)).status).toBe(404);
    await done(ada.delete(`/api/account/sessions/${found?.id}`));
    expect((await firefox.get("/api/account")).status).toBe(401);
    expect((await ada.delete(`/api/account/sessions/${found?.id}`)).status).toBe(404);
    expect(await sessionsOf(ada)).toHaveLength(1);
  });

  it("end also while they are in use, and all others at once", async () => {
    const ada = await signUp();
    const busy = await again(ada);
    const running = Array.from({ length: 20 }, () => busy.get("/api/teams"));
    const ended = await done<{ ended: number }>(ada.delete("/api/account/sessions"));
    expect(ended).toEqual({ ended: 1 });
    for (const { status } of await Promise.all([busy.get("/api/teams"), busy.get("/api/account")])) {
      expect(status).toBe(401);
    }
    for (const { status } of await Promise.all(running)) expect([200, 401]).toContain(status);
    expect((await busy.get("/api/teams")).status).toBe(401);
    expect((await ada.get("/api/teams")).status).toBe(200);
  });
});

describe("a password", () => {
  it("changes only for who knows it, and ends all other sessions", async () => {
    const ada = await signUp();
    const elsewhere = await again(ada);
    const change = (body: object) => ada.post("/api/account/password", body);
    const wrong = await change({ currentPassword: "wrong wrong", newPassword: other });
    expect(wrong.status).toBe(400);
    expect(wrong.json()).toMatchObject({ issues: [{ path: "currentPassword", message: "is wrong" }] });
    for (const newPassword of [password, "short", "password123", ada.email]) {
      expect((await change({ currentPassword: password, newPassword })).status, newPassword).toBe(400);
    }
    expect((await change({ newPassword: other })).status).toBe(400);
    await done(change({ currentPassword: password, newPassword: other }));
    expect((await elsewhere.get("/api/account")).status).toBe(401);
    expect((await ada.get("/api/account")).status).toBe(200);
    expect((await postJson("/api/auth/sign-in", { email: ada.email, password })).status).toBe(401);
    await again(ada, "", other);
  });
});

describe("deleting an account", () => {
  it("takes the password, the personal team with its projects, and every session", async () => {
    const ada = await signUp();
    const elsewhere = await again(ada);
    const [team] = await done<{ id: string }[]>(ada.get("/api/teams"));
    const project = await createProject(ada, team?.id ?? "");
    const key = await createKey(ada, project.referenceId);
    expect((await remove(ada, { password: "wrong wrong" })).status).toBe(400);
    expect((await remove(ada, {})).status).toBe(400);
    await done(remove(ada, { password }));
    for (const person of [ada, elsewhere]) expect((await person.get("/api/account")).status).toBe(401);
    expect((await postJson("/api/auth/sign-in", { email: ada.email, password })).status).toBe(401);
    const byKey = { authorization: `Bearer ${key.key}` };
    const flags = await ada.call("GET", `/api/projects/${project.referenceId}/flags`, undefined, {
      ...byKey,
      cookie: "",
    });
    expect(flags.status).toBe(401);
    await signUp(ada.email);
  });

  it("is refused to the only admin of a team with others, by the team's name, until there is another", async () => {
    const [ada, ben] = [await signUp(), await signUp()];
    const team = await createTeam(ada, unique("shared"));
    await join(ada, team.id, ben);
    const refused = await remove(ada, { password });
    expect(refused.status).toBe(409);
    expect(refused.json<{ error: string }>().error).toContain(team.slug);
    expect((await ada.get("/api/account")).status).toBe(200);
    await done(ada.put(`/api/teams/${team.id}/members/${ben.id}`, { role: "admin" }));
    await done(remove(ada, { password }));
    expect(await done(ben.get(`/api/teams/${team.id}`))).toMatchObject({ role: "admin" });
  });

  it("leaves one admin when both leave at once", async () => {
    const [ada, ben, cleo] = [await signUp(), await signUp(), await signUp()];
    const team = await createTeam(ada, unique("shared"));
    await join(ada, team.id, ben);
    await join(ada, team.id, cleo);
    await done(ada.put(`/api/teams/${team.id}/members/${ben.id}`, { role: "admin" }));
    const answers = await Promise.all([ada, ben].map((person) => remove(person, { password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
