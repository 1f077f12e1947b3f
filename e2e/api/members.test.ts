import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal, send, statusesOf } from "./client";
import {
  type ApiKey,
  bearer,
  createKey,
  createProject,
  createTeam,
  done,
  type Invitation,
  join,
  type Member,
  type Person,
  signUp,
  type Team,
  timestamp,
  unknownId,
} from "./fixtures";

const adminOnly = "Requires admin role on this project";
const revoked = "This invitation was revoked. Ask an admin of the team for a new one.";
const lastAdmin = "A team keeps at least one admin";
let admin: Person;
let member: Person;
let team: Team;
let members: string;
let invitations: string;

beforeAll(async () => {
  [admin, member] = await Promise.all([signUp(undefined, "Admin"), signUp(undefined, "Member")]);
});
beforeEach(async () => {
  team = await createTeam(admin);
  members = `/api/teams/${team.id}/members`;
  invitations = `/api/teams/${team.id}/invitations`;
  await join(admin, team.id, member);
});

const rolesOf = async (person: Person) =>
  Object.fromEntries((await done<Member[]>(person.get(members))).map(({ userId, role }) => [userId, role]));

describe("members", () => {
  it("are listed with name, e-mail, role and since when, to members too", async () => {
    const listed = await done<Member[]>(member.get(members));
    const since = {
      ...{ createdAt: timestamp, lastSeenAt: expect.toBeOneOf([null, timestamp]), isOwner: false },
    };
    expect(listed).toEqual([
      { userId: member.id, name: "Member", email: member.email, role: "member", ...since },
      { userId: admin.id, name: "Admin", email: admin.email, role: "admin", ...since },
    ]);
  });

  it("are listed by their role, and the owner of a personal team is marked", async () => {
    const admins = await done<Member[]>(member.get(`${members}?role=admin`));
    expect(admins.map(({ userId }) => userId)).toEqual([admin.id]);
    expectRefusal(await member.get(`${members}?role=owner`), 400);
    const personal = (await done<Team[]>(member.get("/api/teams"))).find(({ isPersonal }) => isPersonal);
    await join(member, personal?.id ?? "", admin, "admin");
    const listed = await done<Member[]>(admin.get(`/api/teams/${personal?.id}/members`));
    expect(Object.fromEntries(listed.map((each) => [each.userId, each]))).toMatchObject({
      [member.id]: { role: "admin", isOwner: true },
      [admin.id]: { role: "admin", isOwner: false },
    });
  });

  it("say when somebody was last there", async () => {
    const before = Date.now();
    const newcomer = await signUp();
    await join(admin, team.id, newcomer);
    await done(newcomer.get(`/api/teams/${team.id}`));
    const seen = async () => {
      const listed = await done<(Member & { lastSeenAt: string | null })[]>(admin.get(members));
      return Date.parse(listed.find(({ userId }) => userId === newcomer.id)?.lastSeenAt ?? "");
    };
    await expect.poll(seen).toBeGreaterThanOrEqual(before);
    expect(await seen()).toBeLessThanOrEqual(Date.now());
  });

  it("an admin changes roles; the change holds on the next request", async () => {
    const path = `${members}/${member.id}`;
    expect(await done<Member>(admin.put(path, { role: "admin" }))).toMatchObject({
      userId: member.id,
      role: "admin",
    });
    await done(member.put(`/api/teams/${team.id}`, { name: "Ours" }));
    await done(admin.put(path, { role: "member" }));
    expectRefusal(await member.put(`/api/teams/${team.id}`, { name: "Mine" }), 403, adminOnly);
    expect(await done<Member>(admin.put(path, {}))).toMatchObject({ role: "member" });
  });

  it.each(["owner", "", null, 1, "ADMIN"])("the role %j is 400", async (role) => {
    expectRefusal(await admin.put(`${members}/${member.id}`, { role }), 400);
  });

  it("a member manages nobody", async () => {
    expectRefusal(await member.put(`${members}/${admin.id}`, { role: "member" }), 403, adminOnly);
    expectRefusal(await member.put(`${members}/${member.id}`, { role: "admin" }), 403, adminOnly);
    expectRefusal(await member.delete(`${members}/${admin.id}`), 403, adminOnly);
    expectRefusal(await member.post(invitations, { email: "x@example.com" }), 403, adminOnly);
    expectRefusal(await member.delete(`${invitations}/${unknownId}`), 403, adminOnly);
    expect(await rolesOf(admin)).toEqual({ [admin.id]: "admin", [member.id]: "member" });
  });

  it("somebody outside the team is 404", async () => {
    const outsider = await signUp();
    for (const id of [outsider.id, unknownId, "x"]) {
      expectRefusal(await admin.put(`${members}/${id}`, { role: "admin" }), 404);
      expectRefusal(await admin.delete(`${members}/${id}`), 404);
    }
  });

  it("a removed member is a stranger on the next request", async () => {
    expect(await done(admin.delete(`${members}/${member.id}`))).toEqual({ success: true });
    expectRefusal(await member.get(`/api/teams/${team.id}`), 404, "Team not found");
    expect((await done<Team[]>(member.get("/api/teams"))).map(({ id }) => id)).not.toContain(team.id);
  });

  it("a removed member's keys work on, are shown to admins, and end where the admin says so", async () => {
    const project = await createProject(admin, team.id);
    const kept = await signUp();
    await join(admin, team.id, kept, "admin");
    await done(admin.put(`${members}/${member.id}`, { role: "admin" }));
    const [left, ended] = await Promise.all(
      [kept, member].map((each) => createKey(each, project.referenceId)),
    );
    const works = async (key: ApiKey | undefined) =>
      (await send({ path: `/api/projects/${project.id}/mocks`, headers: bearer(key?.key ?? "") })).status;
    await done(admin.delete(`${members}/${kept.id}`));
    await done(admin.delete(`${members}/${member.id}?revokeKeys=true`));
    expect([await works(left), await works(ended)]).toEqual([200, 401]);
    const remaining = `${members}/${kept.id}/keys?state=active`;
    expect(await done<ApiKey[]>(admin.get(remaining))).toMatchObject([
      { id: left?.id, createdBy: { userId: kept.id, isMember: false } },
    ]);
    expectRefusal(await admin.delete(`${members}/${admin.id}?revokeKeys=yes`), 400);
  });

  it("a member may leave", async () => {
    expect(await done(member.delete(`${members}/${member.id}`))).toEqual({ success: true });
    expectRefusal(await member.get(members), 404, "Team not found");
  });

  it("the last admin can neither step down nor leave", async () => {
    expectRefusal(await admin.put(`${members}/${admin.id}`, { role: "member" }), 409, lastAdmin);
    expectRefusal(await admin.delete(`${members}/${admin.id}`), 409, lastAdmin);
    expect(await rolesOf(admin)).toEqual({ [admin.id]: "admin", [member.id]: "member" });
  });

  it("two admins who demote, remove or leave at the same time leave one", async () => {
    type Act = (by: Person, target: Person) => ReturnType<Person["get"]>;
    const acts: Act[] = [
      (by, target) => by.put(`${members}/${target.id}`, { role: "member" }),
      (by, target) => by.delete(`${members}/${target.id}`),
      (by) => by.put(`${members}/${by.id}`, { role: "member" }),
      (by) => by.delete(`${members}/${by.id}`),
    ];
    for (const act of acts) {
      const [one, two] = await Promise.all([signUp(), signUp()]);
      const shared = await createTeam(one);
      members = `/api/teams/${shared.id}/members`;
      await join(one, shared.id, two, "admin");
      const answers = await Promise.all([act(one, two), act(two, one)]);
      expect(statusesOf(answers)[200], JSON.stringify(statusesOf(answers))).toBe(1);
      const left = await Promise.all(
        [one, two].map(async (each) => (await each.get(members)).json<Member[]>()),
      );
      const roster = left.find((each) => Array.isArray(each)) ?? [];
      expect(roster.filter(({ role }) => role === "admin")).toHaveLength(1);
    }
  });
});

describe("invitations", () => {
  it("show token and link at creation only", async () => {
    const made = await done<Invitation & { expiresAt: string; createdAt: string }>(
      admin.post(invitations, { email: "new@example.com", role: "admin" }),
      201,
    );
    expect(made).toMatchObject({ email: "new@example.com", role: "admin" });
    expect(made.url).toContain(made.token);
    const days = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(7, 3);
    for (const person of [admin, member]) {
      const listed = await done<Record<string, unknown>[]>(person.get(invitations));
      const { token, url, mailed: _, ...rest } = made as typeof made & { mailed: boolean };
      expect(listed).toEqual([rest]);
      expect(JSON.stringify(listed)).not.toContain(token);
      expect(url).toMatch(/^http/);
    }
  });

  it("invite as member unless stated", async () => {
    expect(await done(admin.post(invitations, { email: "new@example.com" }), 201)).toMatchObject({
      role: "member",
    });
  });

  it.each([{}, { email: "nope" }, { email: "x@example.com", role: "owner" }, { email: null }])(
    "%j is 400",
    async (body) => {
      expectRefusal(await admin.post(invitations, body), 400);
    },
  );

  it("accepting answers with the team, once", async () => {
    const guest = await signUp();
    const { token } = await done<Invitation>(admin.post(invitations, { email: guest.email }), 201);
    const accept = `/api/invitations/${token}/accept`;
    expect(await done<Team>(guest.post(accept))).toMatchObject({ id: team.id, role: "member" });
    expect(await done<unknown[]>(admin.get(invitations))).toEqual([]);
    expectRefusal(await guest.post(accept), 410);
    const late = await signUp();
    expectRefusal(await late.post(accept), 410);
    expectRefusal(await late.get(`/api/teams/${team.id}`), 404);
  });

  it("of twenty who accept one link at once nobody but the invited person gets in, once", async () => {
    const guests = await Promise.all(Array.from({ length: 5 }, () => signUp()));
    const { token } = await done<Invitation>(admin.post(invitations, { email: guests[0]?.email }), 201);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (guests[at % 5] as Person).post(`/api/invitations/${token}/accept`),
      ),
    );
    expect(statusesOf(answers)[200], JSON.stringify(statusesOf(answers))).toBe(1);
    expect(Object.keys(await rolesOf(admin)).sort()).toEqual([admin.id, member.id, guests[0]?.id].sort());
  });

  it("is for its own address, and says so to others", async () => {
    const [guest, other] = await Promise.all([signUp(), signUp()]);
    const { token } = await done<Invitation>(
      admin.post(invitations, { email: guest.email.toUpperCase() }),
      201,
    );
    const accept = `/api/invitations/${token}/accept`;
    const refused = expectRefusal(await other.post(accept), 403);
    expect(refused.error).toMatch(/for another e-mail address/);
    expect(await done<Team>(guest.post(accept))).toMatchObject({ id: team.id });
  });

  it("of a removed admin's own making lets nobody back in", async () => {
    const [second, accomplice] = await Promise.all([signUp(), signUp()]);
    await join(admin, team.id, second, "admin");
    const made = await Promise.all(
      [second, accomplice].map(({ email }) =>
        done<Invitation>(second.post(invitations, { email, role: "admin" }), 201),
      ),
    );
    await done(admin.delete(`${members}/${second.id}`));
    for (const { token } of made) {
      for (const each of [second, accomplice]) {
        expectRefusal(await each.post(`/api/invitations/${token}/accept`), 410, revoked);
      }
    }
  });

  it("a revoked one lets nobody in", async () => {
    const { id, token } = await done<Invitation>(admin.post(invitations, { email: "x@example.com" }), 201);
    expect(await done(admin.delete(`${invitations}/${id}`))).toEqual({ success: true });
    const guest = await signUp();
    expectRefusal(await guest.post(`/api/invitations/${token}/accept`), 410, revoked);
    expectRefusal(await admin.delete(`${invitations}/${id}`), 404);
  });

  it.each(["unknown", "x".repeat(500), "%00", unknownId])("the token %s is 404", async (token) => {
    expectRefusal(await member.post(`/api/invitations/${token}/accept`), 404);
  });
});
