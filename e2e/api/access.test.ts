import { beforeAll, describe, expect, it } from "vitest";
import { table } from "@/lib/http/table";
import { send } from "./client";
import {
  createMock,
  createProject,
  createTeam,
  done,
  type Invitation,
  join,
  type Person,
  password,
  signUp,
  unique,
} from "./fixtures";

const callers = ["anonymous", "stranger", "member", "admin", "key"] as const;
type Caller = (typeof callers)[number];
type Row = [anonymous: number, stranger: number, member: number, admin: number, key: number];

/** What each caller gets for a valid request. `key` is a key that nobody made, sent without a cookie. */
const matrix: Record<string, Row> = {
  signUp: [200, 200, 200, 200, 200],
  signIn: [200, 200, 200, 200, 200],
  signInAlias: [200, 200, 200, 200, 200],
  signOut: [200, 200, 200, 200, 200],
  getSession: [200, 200, 200, 200, 200],
  signInSocial: [404, 404, 404, 404, 404],
  socialCallback: [404, 404, 404, 404, 404],
  openapi: [200, 200, 200, 200, 200],

  listTeams: [401, 200, 200, 200, 401],
  createTeam: [401, 201, 201, 201, 401],
  getTeam: [401, 404, 200, 200, 401],
  updateTeam: [401, 404, 403, 200, 401],
  deleteTeam: [401, 404, 403, 200, 401],
  listMembers: [401, 404, 200, 200, 401],
  updateMember: [401, 404, 403, 200, 401],
  removeMember: [401, 404, 403, 200, 401],
  listInvitations: [401, 404, 200, 200, 401],
  createInvitation: [401, 404, 403, 201, 401],
  deleteInvitation: [401, 404, 403, 200, 401],
  acceptInvitation: [401, 200, 200, 200, 401],

  listProjects: [401, 404, 200, 200, 401],
  createProject: [401, 404, 201, 201, 401],
  getProject: [401, 404, 200, 200, 401],
  updateProject: [401, 404, 403, 200, 401],
  deleteProject: [401, 404, 403, 200, 401],

  listMocks: [401, 403, 200, 200, 401],
  createMock: [401, 403, 201, 201, 401],
  getMock: [401, 403, 200, 200, 401],
  updateMock: [401, 403, 200, 200, 401],
  deleteMock: [401, 403, 200, 200, 401],
};

let people: Record<"stranger" | "member" | "admin" | "other", Person>;

beforeAll(async () => {
  const [stranger, member, admin, other] = await Promise.all([signUp(), signUp(), signUp(), signUp()]);
  people = { stranger, member, admin, other };
});

const bodies: Record<string, () => unknown> = {
  signUp: () => ({ name: "x", email: `${unique("matrix")}@example.com`, password }),
  signIn: () => ({ email: people.admin.email, password }),
  signInAlias: () => ({ email: people.admin.email, password }),
  signOut: () => ({}),
  signInSocial: () => ({ provider: "github" }),
  createTeam: () => ({ name: "x", slug: unique("matrix") }),
  updateTeam: () => ({ name: "changed" }),
  updateMember: () => ({ role: "admin" }),
  createInvitation: () => ({ email: "guest@example.com" }),
  createProject: () => ({ name: "x", slug: unique("matrix") }),
  updateProject: () => ({ name: "changed" }),
  createMock: () => ({ name: "x", endpoint: `/${unique("matrix")}` }),
  updateMock: () => ({ name: "changed" }),
};

/** A team of its own for every single call, so that no call changes what another one finds. */
async function pathValues(): Promise<Record<string, string>> {
  const { admin, member, other } = people;
  const team = await createTeam(admin);
  await join(admin, team.id, member);
  await join(admin, team.id, other);
  const project = await createProject(admin, team.id);
  const mock = await createMock(admin, project.id);
  const invitation = await done<Invitation>(
    admin.post(`/api/teams/${team.id}/invitations`, { email: "guest@example.com" }),
    201,
  );
  return {
    teamId: team.id,
    projectId: project.id,
    mockId: mock.id,
    userId: other.id,
    invitationId: invitation.id,
    token: invitation.token,
    provider: "github",
  };
}

/** Sign-out would end the session that the other rows use. */
async function cookieOf(caller: Exclude<Caller, "anonymous" | "key">, id: string): Promise<string> {
  return id === "signOut" ? (await signUp()).cookie : people[caller].cookie;
}

async function headersOf(caller: Caller, id: string): Promise<Record<string, string>> {
  if (caller === "anonymous") return {};
  if (caller === "key") return { authorization: "Bearer fk_x" };
  return { cookie: await cookieOf(caller, id) };
}

describe("who may do what", () => {
  it("the matrix has one row for each operation", () => {
    const ids = table.map(({ operation }) => operation.id);
    expect(Object.keys(matrix).sort()).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(table.map(({ operation }) => ({ id: operation.id, operation })))(
    "$id",
    async ({ id, operation }) => {
      const got: Partial<Record<Caller, number>> = {};
      for (const caller of callers) {
        const values = await pathValues();
        const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
          const value = values[name];
          if (value === undefined) throw new Error(`No value for :${name}`);
          return value;
        });
        const body = bodies[id]?.();
        const answer = await send({
          method: operation.method,
          path,
          headers: {
            ...(await headersOf(caller, id)),
            ...(body !== undefined && { "content-type": "application/json" }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        got[caller] = answer.status;
      }
      const row = matrix[id] ?? [];
      expect(got).toEqual(Object.fromEntries(callers.map((caller, at) => [caller, row[at]])));
    },
  );
});
