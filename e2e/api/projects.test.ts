import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, mockDomain, send, statusesOf } from "./client";
import {
  createMock,
  createProject,
  createSite,
  createTeam,
  done,
  hostOf,
  join,
  type Person,
  type Project,
  type Site,
  signUp,
  unique,
} from "./fixtures";

const adminOnly = "Requires admin role on this project";
let site: Site;
let member: Person;
let projects: string;

beforeAll(async () => {
  site = await createSite();
  member = await signUp();
  await join(site.owner, site.team.id, member);
  projects = `/api/teams/${site.team.id}/projects`;
});

describe("creating a project", () => {
  it("answers 201 with all of its fields; members may, too", async () => {
    const slug = unique("with-dashes-in-it");
    const body = { name: "Shop", slug, description: "All of it" };
    const made = await done<Project>(member.post(projects, body), 201);
    const host = `${site.team.referenceId}-${slug}.${mockDomain}`;
    expect(made).toMatchObject({
      ...body,
      teamId: site.team.id,
      host,
      mockBaseUrl: `http://${host}/api/mock`,
    });
    expect(made.referenceId).toMatch(/^[A-Za-z0-9]{27}$/);
    expect(await done(member.get(`${projects}/${made.id}`))).toEqual(made);
  });

  it("an absent description is null", async () => {
    expect(site.project.description).toBeNull();
  });

  it.each(["", "-a", "a-", "a--b", "A", "a_b", "a.b", "a".repeat(55), undefined, 1])(
    "the slug %j is 400",
    async (slug) => {
      const { issues = [] } = expectRefusal(await site.owner.post(projects, { name: "x", slug }), 400);
      expect(issues.map(({ path }) => path)).toEqual(["slug"]);
    },
  );

  it("a slug of 54 characters makes a host that answers", async () => {
    const slug = unique("a".repeat(40)).padEnd(54, "z");
    const made = await createProject(site.owner, site.team.id, slug);
    await createMock(site.owner, made.id, { endpoint: "/long" });
    expect((await send({ host: made.host, path: "/api/mock/long" })).status).toBe(200);
  });

  it("a slug is unique in its team only", async () => {
    const { issues = [] } = expectRefusal(
      await site.owner.post(projects, { name: "x", slug: site.project.slug }),
      409,
    );
    expect(issues.map(({ path }) => path)).toEqual(["slug"]);
    const other = await createTeam(site.owner);
    await createProject(site.owner, other.id, site.project.slug);
  });

  it("a slug finds its project in the list, and none of a name that only begins like it", async () => {
    const slug = unique("found");
    const made = await createProject(site.owner, site.team.id, slug);
    await createProject(site.owner, site.team.id, `${slug}-too`);
    expect(await done(member.get(`${projects}?slug=${slug}`))).toEqual([made]);
    expect(await done(member.get(`${projects}?slug=${slug.slice(0, -1)}`))).toEqual([]);
    expectRefusal(await member.get(`${projects}?slug=${"a".repeat(55)}`), 400);
  });

  it("of 20 at once with one slug one is 201 and 19 are 409", async () => {
    const body = { name: "Race", slug: unique("race") };
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.owner.post(projects, body)));
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
  });
});

describe("changing a project", () => {
  it("fields change alone; null clears the description", async () => {
    const made = await createProject(site.owner, site.team.id);
    const path = `${projects}/${made.id}`;
    const described = await done<Project>(site.owner.put(path, { description: "words" }));
    expect(described).toEqual({ ...made, description: "words", updatedAt: described.updatedAt });
    expect(described.updatedAt > made.updatedAt).toBe(true);
    const renamed = await done<Project>(site.owner.put(path, { name: "New", description: null }));
    expect(renamed).toEqual({ ...made, name: "New", updatedAt: renamed.updatedAt });
  });

  it("a new slug moves the host on the very next request", async () => {
    const made = await createProject(site.owner, site.team.id);
    await createMock(site.owner, made.id, { endpoint: "/here" });
    const path = "/api/mock/here";
    expect((await send({ host: made.host, path })).status).toBe(200);
    const moved = await done<Project>(site.owner.put(`${projects}/${made.id}`, { slug: unique("moved") }));
    expect(moved.host).toBe(hostOf(site.team, moved));
    expect((await send({ host: made.host, path })).json().error).toBe("Project not found");
    expect((await send({ host: moved.host, path })).status).toBe(200);
    await createProject(site.owner, site.team.id, made.slug);
    const reused = await send({ host: made.host, path });
    expect(reused.json().code).toBe("mock_not_found");
  });

  it("another project's slug is 409 and changes nothing", async () => {
    const made = await createProject(site.owner, site.team.id);
    const path = `${projects}/${made.id}`;
    expectRefusal(await site.owner.put(path, { name: "lost", slug: site.project.slug }), 409);
    expect(await done(site.owner.get(path))).toEqual(made);
  });

  it("is for admins", async () => {
    const path = `${projects}/${site.project.id}`;
    expectRefusal(await member.put(path, { name: "x" }), 403, adminOnly);
    expectRefusal(await member.put(path, {}), 403, adminOnly);
    expectRefusal(await member.delete(path), 403, adminOnly);
    expect(await done(member.get(path))).toEqual(site.project);
  });
});

describe("deleting a project", () => {
  it("takes its mocks and host with it, and frees the slug", async () => {
    const made = await createProject(site.owner, site.team.id);
    const mock = await createMock(site.owner, made.id, { endpoint: "/gone" });
    const call = { host: made.host, path: "/api/mock/gone" };
    expect((await send(call)).status).toBe(200);
    expect(await done(site.owner.delete(`${projects}/${made.id}`))).toEqual({ success: true });
    expect((await send(call)).json().error).toBe("Project not found");
    const mocks = `/api/projects/${made.id}/mocks`;
    expectRefusal(await site.owner.get(mocks), 404, "Project not found");
    expectRefusal(await site.owner.get(`${mocks}/${mock.id}`), 404, "Project not found");
    expectRefusal(await site.owner.delete(`${projects}/${made.id}`), 404, "Project not found");
    const again = await createProject(site.owner, site.team.id, made.slug);
    expect(again.id).not.toBe(made.id);
    expect((await send(call)).json().code).toBe("mock_not_found");
  });
});
