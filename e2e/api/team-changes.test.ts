import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal, send } from "./client";
import {
  bearer,
  createKey,
  createMock,
  createProject,
  createTeam,
  done,
  hostOf,
  type Invitation,
  join,
  type Person,
  type Project,
  signUp,
  type Team,
  timestamp,
  unknownId,
} from "./fixtures";

const adminOnly = "Requires admin role on this project";
let admin: Person;
let member: Person;
let team: Team;

beforeAll(async () => {
  [admin, member] = await Promise.all([signUp(undefined, "Ada"), signUp()]);
});
beforeEach(async () => {
  team = await createTeam(admin);
  await join(admin, team.id, member);
});

describe("moving a project", () => {
  let target: Team;
  let project: Project;
  let path: string;

  beforeEach(async () => {
    target = await createTeam(admin);
    project = await createProject(admin, team.id);
    path = `/api/teams/${team.id}/projects/${project.id}/move`;
  });

  it("changes its host at once; its mocks and keys work on, and its old members lose it", async () => {
    await createMock(admin, project.id, { endpoint: "/x" });
    const { key } = await createKey(admin, project.referenceId);
    const at = async (of: Team) => (await send({ host: hostOf(of, project), path: "/api/mock/x" })).status;
    expect([await at(team), await at(target)]).toEqual([200, 404]);
    const mocks = `/api/projects/${project.id}/mocks`;
    expect((await member.get(mocks)).status).toBe(200);
    const moved = await done<Project>(admin.post(path, { toTeamId: target.id }));
    expect(moved).toMatchObject({ id: project.id, referenceId: project.referenceId, teamId: target.id });
    expect(moved.host.split(":")[0]).toBe(hostOf(target, project).split(":")[0]);
    expect([await at(team), await at(target)]).toEqual([404, 200]);
    expect((await send({ path: mocks, headers: bearer(key) })).status).toBe(200);
    expectRefusal(await member.get(mocks), 403);
    expectRefusal(await admin.get(`/api/teams/${team.id}/projects/${project.id}`), 404, "Project not found");
    expectRefusal(await admin.post(path, { toTeamId: target.id }), 404, "Project not found");
    await done(admin.delete(`/api/teams/${team.id}`));
  });

  it("needs an admin of both", async () => {
    const other = await createTeam(member);
    expectRefusal(await member.post(path, { toTeamId: other.id }), 403, adminOnly);
    expectRefusal(await admin.post(path, { toTeamId: other.id }), 404, "Team not found");
    expectRefusal(await admin.post(path, { toTeamId: unknownId }), 404, "Team not found");
    await join(member, other.id, admin);
    expectRefusal(await admin.post(path, { toTeamId: other.id }), 403, adminOnly);
    for (const toTeamId of [undefined, null, "x", 1]) {
      expectRefusal(await admin.post(path, { toTeamId }), 400);
    }
  });

  it("is 409 where its slug is taken", async () => {
    await createProject(admin, target.id, project.slug);
    const { issues } = expectRefusal(await admin.post(path, { toTeamId: target.id }), 409);
    expect(issues?.map(({ path: field }) => field)).toEqual(["slug"]);
    await done(admin.get(`/api/teams/${team.id}/projects/${project.id}`));
  });
});

describe("an invitation", () => {
  let invitations: string;
  const invite = (email = "guest@example.com") =>
    done<Invitation>(admin.post(invitations, { email, role: "admin" }), 201);

  beforeEach(() => {
    invitations = `/api/teams/${team.id}/invitations`;
  });

  it("is shown to whoever has its link, signed in or not", async () => {
    const { token } = await invite();
    const offer = {
      ...{ teamName: team.name, invitedBy: "Ada", email: "guest@example.com", role: "admin" },
      expiresAt: timestamp,
    };
    expect(await done(send({ path: `/api/invitations/${token}` }))).toEqual(offer);
    expect(await done(member.get(`/api/invitations/${token}`))).toEqual(offer);
    expectRefusal(await send({ path: "/api/invitations/unknown" }), 404, "Invitation not found");
  });

  it("says 410 and what happened once it was used or revoked", async () => {
    const guest = await signUp();
    const [used, revoked] = [await invite(guest.email), await invite()];
    await done(guest.post(`/api/invitations/${used.token}/accept`));
    await done(admin.delete(`${invitations}/${revoked.id}`));
    const look = ({ token }: Invitation) => send({ path: `/api/invitations/${token}` });
    expectRefusal(
      await look(used),
      410,
      "This invitation was used already. If that was you, sign in and go to the team; otherwise ask one of its admins for a new one.",
    );
    const gone = "This invitation was revoked. Ask an admin of the team for a new one.";
    expectRefusal(await look(revoked), 410, gone);
    expect(await done(admin.get(`${invitations}?state=accepted`))).toMatchObject([
      { id: used.id, createdBy: "Ada", acceptedAt: timestamp, revokedAt: null, state: "accepted" },
      { email: member.email },
    ]);
    expect(await done(member.get(`${invitations}?state=revoked`))).toMatchObject([
      { id: revoked.id, state: "revoked", revokedAt: timestamp },
    ]);
    expectRefusal(await admin.get(`${invitations}?state=gone`), 400);
  });

  it("is sent again with a new link, and the old one is 404", async () => {
    const guest = await signUp();
    const first = await invite(guest.email);
    const again = `${invitations}/${first.id}/send`;
    const second = await done<Invitation & { mailed: boolean }>(admin.post(again));
    expect(second).toMatchObject({ id: first.id, state: "open", mailed: expect.any(Boolean) });
    expect(second.url).toContain(second.token);
    expectRefusal(await send({ path: `/api/invitations/${first.token}` }), 404);
    expectRefusal(await guest.post(`/api/invitations/${first.token}/accept`), 404);
    await done(guest.post(`/api/invitations/${second.token}/accept`));
    expectRefusal(
      await admin.post(again),
      409,
      "This invitation was used already, so there is nothing to send again.",
    );
    const revoked = await invite();
    await done(admin.delete(`${invitations}/${revoked.id}`));
    const refused = "This invitation was revoked. Invite the address again instead.";
    expectRefusal(await admin.post(`${invitations}/${revoked.id}/send`), 409, refused);
    expectRefusal(await admin.post(`${invitations}/${unknownId}/send`), 404, "Invitation not found");
    expectRefusal(await member.post(`${invitations}/${unknownId}/send`), 403, adminOnly);
  });
});
