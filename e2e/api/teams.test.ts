import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, send, statusesOf } from "./client";
import {
  createMock,
  createProject,
  createTeam,
  done,
  hostOf,
  type Invitation,
  join,
  type Person,
  signUp,
  type Team,
  unique,
} from "./fixtures";

const adminOnly = "Requires admin role on this project";
let admin: Person;
let member: Person;
let stranger: Person;
let team: Team;

beforeAll(async () => {
  [admin, member, stranger] = await Promise.all([signUp(), signUp(), signUp()]);
  team = await createTeam(admin);
  await join(admin, team.id, member);
});

describe("creating a team", () => {
  it("answers 201 with all of its fields", async () => {
    const slug = unique("team");
    const made = await done<Team>(admin.post("/api/teams", { name: "  Tools  ", slug }), 201);
    expect(made).toMatchObject({ name: "Tools", slug, isPersonal: false, role: "admin" });
    expect(made.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(made.referenceId).toMatch(/^[a-z0-9]{8}$/);
    expect(new Date(made.createdAt).toISOString()).toBe(made.createdAt);
    expect(new Date(made.updatedAt).toISOString()).toBe(made.updatedAt);
    expect(await done(admin.get(`/api/teams/${made.id}`))).toEqual(made);
  });

  it.each(["", "-a", "a-", "a--b", "A", "a_b", "a b", "ä", "a".repeat(55), "api", "sign-in", null, 1])(
    "the slug %j is 400",
    async (slug) => {
      const { issues = [] } = expectRefusal(await admin.post("/api/teams", { name: "x", slug }), 400);
      expect(issues.map(({ path }) => path)).toEqual(["slug"]);
    },
  );

  it("a slug that another team has is 409, whoever asks", async () => {
    for (const person of [admin, stranger]) {
      const refusal = expectRefusal(await person.post("/api/teams", { name: "x", slug: team.slug }), 409);
      expect(refusal.code).toBe("conflict");
      expect(refusal.issues?.map(({ path }) => path)).toEqual(["slug"]);
    }
  });

  it("of 20 at once with one slug one is 201 and 19 are 409", async () => {
    const body = { name: "Race", slug: unique("race") };
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post("/api/teams", body)));
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
  });
});

describe("access to a team", () => {
  it("a stranger's team is 404 Team not found for every operation", async () => {
    const path = `/api/teams/${team.id}`;
    for (const [method, target] of [
      ["GET", path],
      ["PUT", path],
      ["DELETE", path],
      ["GET", `${path}/projects`],
      ["POST", `${path}/projects`],
      ["GET", `${path}/members`],
      ["PUT", `${path}/members/${admin.id}`],
      ["DELETE", `${path}/members/${admin.id}`],
      ["GET", `${path}/invitations`],
      ["POST", `${path}/invitations`],
    ] as const) {
      expectRefusal(await stranger.call(method, target, "{}"), 404, "Team not found");
    }
  });

  it("a slug finds the caller's own team in the list, and no stranger's", async () => {
    const path = `/api/teams?slug=${team.slug}`;
    expect(await done<Team[]>(member.get(path))).toMatchObject([{ id: team.id, role: "member" }]);
    expect(await done(stranger.get(path))).toEqual([]);
  });

  it("the role is the caller's", async () => {
    expect(await done<Team>(admin.get(`/api/teams/${team.id}`))).toMatchObject({ role: "admin" });
    expect(await done<Team>(member.get(`/api/teams/${team.id}`))).toMatchObject({ role: "member" });
    const listed = await done<Team[]>(member.get("/api/teams"));
    expect(listed.find(({ id }) => id === team.id)?.role).toBe("member");
  });

  it("a member may not change or delete it", async () => {
    const path = `/api/teams/${team.id}`;
    expectRefusal(await member.put(path, { name: "mine" }), 403, adminOnly);
    expectRefusal(await member.put(path, {}), 403, adminOnly);
    expectRefusal(await member.delete(path), 403, adminOnly);
    expect(await done<Team>(admin.get(path))).toEqual(team);
  });
});

describe("changing a team", () => {
  it("name and slug change alone or together, updatedAt moves, the reference stays", async () => {
    const made = await createTeam(admin);
    const path = `/api/teams/${made.id}`;
    const renamed = await done<Team>(admin.put(path, { name: "New" }));
    expect(renamed).toEqual({ ...made, name: "New", updatedAt: renamed.updatedAt });
    expect(renamed.updatedAt > made.updatedAt).toBe(true);
    const slug = unique("moved");
    const moved = await done<Team>(admin.put(path, { slug }));
    expect(moved).toEqual({ ...renamed, slug, updatedAt: moved.updatedAt });
    expect(await done(admin.get(path))).toEqual(moved);
  });

  it("its own slug again is no conflict, another team's is", async () => {
    const made = await createTeam(admin);
    const path = `/api/teams/${made.id}`;
    await done(admin.put(path, { slug: made.slug }));
    expectRefusal(await admin.put(path, { name: "lost", slug: team.slug }), 409);
    expect((await done<Team>(admin.get(path))).name).toBe(made.name);
  });
});

describe("deleting a team", () => {
  it("a personal team can't be deleted, but renamed", async () => {
    const personal = (await done<Team[]>(stranger.get("/api/teams"))).find(({ isPersonal }) => isPersonal);
    const path = `/api/teams/${personal?.id}`;
    expectRefusal(await stranger.delete(path), 409, "A personal team cannot be deleted");
    expect(await done<Team>(stranger.put(path, { name: "Just me" }))).toMatchObject({ isPersonal: true });
  });

  it("keeps one that has projects, with all that they hold", async () => {
    const made = await createTeam(admin);
    const project = await createProject(admin, made.id);
    await createMock(admin, project.id, { endpoint: "/kept" });
    expectRefusal(await admin.delete(`/api/teams/${made.id}`), 409, "The team still has projects");
    expect((await send({ host: hostOf(made, project), path: "/api/mock/kept" })).status).toBe(200);
    await done(admin.delete(`/api/teams/${made.id}/projects/${project.id}`));
    await done(admin.delete(`/api/teams/${made.id}`));
  });

  it("takes its members and invitations with it, and frees the slug", async () => {
    const made = await createTeam(admin);
    await join(admin, made.id, member);
    const { token } = await done<Invitation>(
      admin.post(`/api/teams/${made.id}/invitations`, { email: stranger.email }),
      201,
    );
    expect(await done(admin.delete(`/api/teams/${made.id}`))).toEqual({ success: true });
    for (const each of [admin, member]) {
      expectRefusal(await each.get(`/api/teams/${made.id}`), 404, "Team not found");
      expectRefusal(await each.delete(`/api/teams/${made.id}`), 404, "Team not found");
    }
    expectRefusal(await stranger.post(`/api/invitations/${token}/accept`), 404, "Invitation not found");
    await createTeam(admin, made.slug);
  });

  it("of a deletion and a new project at the same time one is refused", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const made = await createTeam(admin);
      const path = `/api/teams/${made.id}`;
      const [gone, project] = await Promise.all([
        admin.delete(path),
        admin.post(`${path}/projects`, { name: "Shop", slug: "shop" }),
      ]);
      const statuses = [gone.status, project.status];
      expect([[200, 404].join(), [409, 201].join()], statuses.join()).toContain(statuses.join());
    }
  });
});
