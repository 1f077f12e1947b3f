import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertMember, insertProject, insertTeam } from "@/db/fixtures/rows";
import { projects } from "@/db/schema/projects";
import { type Caller, type Person, personOf } from "@/lib/auth/fixtures/caller";
import { hostLabel } from "@/lib/platform/hosts/project-host";
import { handleMoveProject } from "./move-project";
import { projectHosts } from "./project-hosts";

let close: () => Promise<void>;
let from: Awaited<ReturnType<typeof insertTeam>>;
let to: Awaited<ReturnType<typeof insertTeam>>;
let project: Awaited<ReturnType<typeof insertProject>>;
let admin: Person;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  [from, to] = [await insertTeam(), await insertTeam()];
  project = await insertProject(from.id);
  admin = await personOf(from.id, "admin");
  await insertMember(to.id, admin.id, "admin");
});

const move = (by: Caller, { id } = project, [source, target] = [from, to]) =>
  by.call(handleMoveProject, { teamId: source.id, projectId: id, toTeamId: target.id });

async function teamOf({ id }: { id: string }) {
  const [row] = await db().select().from(projects).where(eq(projects.id, id));
  return row?.teamId;
}

describe("a project that moves", () => {
  test("keeps its ids, and has the new team's host at once, and the old one no more", async () => {
    const hosts = async () =>
      Promise.all(
        [from, to].map(
          async ({ id }) => (await projectHosts().get(hostLabel(id.slice(-8), project.id))).projectId,
        ),
      );
    expect(await hosts()).toEqual([project.id, null]);
    const moved = await move(admin);
    const host = expect.stringMatching(new RegExp(`^${to.id.slice(-8)}-`));
    expect(moved).toMatchObject({ id: project.id, referenceId: project.referenceId, teamId: to.id, host });
    expect(await hosts()).toEqual([null, project.id]);
  });

  test("needs an admin of both teams", async () => {
    const [ofSource, ofTarget] = [await personOf(from.id, "admin"), await personOf(to.id, "admin")];
    await expect(move(ofSource)).rejects.toMatchObject({ code: "not_found", message: "Team not found" });
    await expect(move(ofTarget)).rejects.toMatchObject({ code: "not_found", message: "Team not found" });
    await insertMember(to.id, ofSource.id, "member");
    await insertMember(from.id, ofTarget.id, "member");
    const adminOnly = { code: "forbidden", message: "Requires admin role on this project" };
    for (const each of [ofSource, ofTarget]) await expect(move(each)).rejects.toMatchObject(adminOnly);
    expect(await teamOf(project)).toBe(from.id);
  });

  test("is refused where its slug is taken", async () => {
    const rival = await insertProject(to.id);
    await db().update(projects).set({ slug: project.id }).where(eq(projects.id, rival.id));
    await expect(move(admin)).rejects.toMatchObject({ code: "conflict" });
    expect(await teamOf(project)).toBe(from.id);
  });

  test("stays where it is when that is where it is to go", async () => {
    expect(await move(admin, project, [from, from])).toMatchObject({ teamId: from.id });
  });

  test("does not wait for ever for one that goes the other way", async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => insertProject(to.id)));
    const back = others.map((each) => move(admin, each, [to, from]));
    const results = await Promise.allSettled([move(admin), ...back]);
    expect(results.map(({ status }) => status)).toEqual(results.map(() => "fulfilled"));
    expect(await teamOf(project)).toBe(to.id);
  });

  test("moves once for many at once", async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => move(admin)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await teamOf(project)).toBe(to.id);
  });
});
