import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { requireAdmin, requireProject, requireTeam, requireUser } from "./access";
import { anonymous, type Caller, insertCrew, keyOf } from "./fixtures/caller";

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;

beforeAll(async () => {
  close = await openProcessDatabase();
  crew = await insertCrew();
});
afterAll(() => close());

const callers: Record<string, () => Caller> = {
  anonymous: () => anonymous,
  stranger: () => crew.stranger,
  member: () => crew.member,
  admin: () => crew.admin,
  key: () => crew.key,
  foreignKey: () => crew.foreignKey,
};

/** The caller's role, or the code of the refusal. */
const outcome = (work: Promise<{ role: string }>) =>
  work.then(
    ({ role }) => role,
    ({ code }: { code: string }) => code,
  );

describe("a project, and with the need for an admin", () => {
  test.each([
    ["anonymous", "unauthorized", "unauthorized"],
    ["stranger", "forbidden", "forbidden"],
    ["member", "member", "forbidden"],
    ["admin", "admin", "admin"],
    ["key", "admin", "admin"],
    ["foreignKey", "forbidden", "forbidden"],
  ])("%s", async (name, plain, asAdmin) => {
    const ctx = callers[name]?.().ctx() ?? anonymous.ctx();
    for (const id of [
      { id: crew.project.id },
      { id: crew.project.id, teamId: crew.team.id },
      { referenceId: crew.project.referenceId },
    ]) {
      expect(await outcome(requireProject(ctx, id))).toBe(plain);
      expect(await outcome(requireProject(ctx, id, { role: "admin" }))).toBe(asAdmin);
    }
  });

  test.each([
    ["no such project", () => ({ id: uuidv7() })],
    ["another team in the path", () => ({ id: crew.project.id, teamId: uuidv7() })],
    ["no id at all", () => ({ id: "x" })],
    ["the other kind of id", () => ({ referenceId: crew.project.id })],
  ])("%s is not found", async (_, id) => {
    for (const caller of [crew.admin, crew.key, crew.stranger]) {
      expect(await outcome(requireProject(caller.ctx(), id()))).toBe("not_found");
    }
  });

  test("the refusals are the specification's words", async () => {
    const id = { id: crew.project.id };
    await expect(requireProject(crew.stranger.ctx(), id)).rejects.toThrow(
      /^API key does not have access to this project$/,
    );
    await expect(requireProject(crew.member.ctx(), id, { role: "admin" })).rejects.toThrow(
      /^Requires admin role on this project$/,
    );
  });
});

describe("a team, and with the need for an admin", () => {
  test.each([
    ["anonymous", "unauthorized", "unauthorized"],
    ["stranger", "not_found", "not_found"],
    ["member", "member", "forbidden"],
    ["admin", "admin", "admin"],
    ["key", "unauthorized", "unauthorized"],
    ["foreignKey", "unauthorized", "unauthorized"],
  ])("%s", async (name, plain, asAdmin) => {
    const ctx = callers[name]?.().ctx() ?? anonymous.ctx();
    expect(await outcome(requireTeam(ctx, crew.team.id))).toBe(plain);
    expect(await outcome(requireTeam(ctx, crew.team.id, { role: "admin" }))).toBe(asAdmin);
  });

  test("one team's admin is nobody in another", async () => {
    const other = await insertCrew();
    expect(await outcome(requireTeam(crew.admin.ctx(), other.team.id))).toBe("not_found");
    expect(await outcome(requireProject(crew.admin.ctx(), { id: other.project.id }))).toBe("forbidden");
  });
});

test("only people are users, and only admins admins", () => {
  expect(requireUser(crew.member.ctx())).toMatchObject({ id: crew.member.id });
  for (const caller of [anonymous, keyOf(crew.project.id)]) {
    expect(() => requireUser(caller.ctx())).toThrow("Unauthorized");
  }
  expect(() => requireAdmin({ role: "member" })).toThrow("Requires admin role");
  expect(requireAdmin({ role: "admin" })).toBeUndefined();
});
