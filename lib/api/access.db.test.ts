import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { anonymous, type Caller, insertCrew } from "@/lib/auth/fixtures/caller";
import { table } from "./table";

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;

beforeAll(async () => {
  close = await openProcessDatabase();
  crew = await insertCrew();
});
afterAll(() => close());

/** What only admins do. Another operation that asks for one, or one of these that does not, fails below. */
const forAdmins = [
  "updateTeam",
  "deleteTeam",
  "updateMember",
  "removeMember",
  "createInvitation",
  "deleteInvitation",
  "sendInvitation",
  "updateProject",
  "moveProject",
  "deleteProject",
  "listMemberKeys",
  "updateApiKey",
  "revokeApiKey",
  "rollApiKey",
  "deleteEnvironment",
  "updateReleaseSettings",
  "setReleaseLogo",
  "deleteReleaseLogo",
  "removeReleaseSubscriber",
  "createReleaseWebhook",
  "updateReleaseWebhook",
  "deleteReleaseWebhook",
  "rotateReleaseWebhookSecret",
];

const ofTeamOrProject = table.filter(
  ({ operation: { path, access } }) => access !== "public" && /:(teamId|projectId)\b/.test(path),
);

/** The code of the refusal; what got past the access fails at a child that does not exist or at an empty body. */
async function refusal(caller: Caller, implementation: (typeof table)[number]): Promise<string> {
  const names = [...implementation.operation.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const refusedFor = (projectId: string) => {
    const ids: Record<string, string> = { teamId: crew.team.id, projectId };
    const input = Object.fromEntries(names.map((name) => [name, ids[name] ?? uuidv7()]));
    return caller.run(implementation, input).then(
      () => "done",
      ({ code, message }: { code?: string; message: string }) =>
        message === "Project not found" ? message : (code ?? message),
    );
  };
  // Some paths name a project by its UUID, others by its reference.
  const refused = await refusedFor(crew.project.id);
  return refused === "Project not found" ? refusedFor(crew.project.referenceId) : refused;
}

describe("who gets past the access", () => {
  test("the list of what only admins do names operations that exist", () => {
    const ids = ofTeamOrProject.map(({ operation }) => operation.id);
    expect(ids).toEqual(expect.arrayContaining(forAdmins));
  });

  test.each(ofTeamOrProject.map((each) => ({ id: each.operation.id, each })))("$id", async ({ id, each }) => {
    const ofTeam = each.operation.path.startsWith("/api/teams");
    expect(await refusal(anonymous, each)).toBe("unauthorized");
    expect(await refusal(crew.stranger, each)).toBe(ofTeam ? "not_found" : "forbidden");
    expect(await refusal(crew.foreignKey, each)).toBe(ofTeam ? "unauthorized" : "forbidden");
    const member = await refusal(crew.member, each);
    if (forAdmins.includes(id)) expect(member).toBe("forbidden");
    else expect(["done", "not_found", "invalid_request", "conflict"]).toContain(member);
  });
});
