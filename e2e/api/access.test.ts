import { beforeAll, describe, expect, it } from "vitest";
import { table } from "@/lib/api/table";
import type { Operation } from "@/lib/operations/operation";
import { appHost, send } from "./client";
import {
  createEverything,
  type Everything,
  emptyRange,
  needsRelease,
  pathFor,
  smallForm,
} from "./everything";
import {
  type ApiKey,
  cookiesOf,
  createKey,
  createProject,
  createTeam,
  done,
  Person,
  password,
  postJson,
  signUp,
  unique,
  unknownId,
} from "./fixtures";
import { expectTrail } from "./trail-of";

const callers = ["anonymous", "stranger", "member", "admin", "key", "foreignKey"] as const;
/** Whose answers follow from those of the callers in the matrix. */
const others = ["readKey", "evaluateKey", "endedSession", "removedMember"] as const;
type Caller = (typeof callers)[number] | (typeof others)[number];
type Row = [
  anonymous: number,
  stranger: number,
  member: number,
  admin: number,
  key: number,
  foreignKey: number,
];

/**
 * What each caller gets for a valid request. No person here has proved an e-mail address: that bars only from mailing
 * others where a mail service is configured, which release-mail.test.ts has. `key` is a key of the project, `foreignKey` of another one. */
const matrix: Record<string, Row> = {
  signUp: [200, 200, 200, 200, 200, 200],
  signIn: [200, 200, 200, 200, 200, 200],
  signInAlias: [200, 200, 200, 200, 200, 200],
  requestPasswordReset: [200, 200, 200, 200, 200, 200],
  // The link in a mail is the permission; this one is none.
  resetPassword: [410, 410, 410, 410, 410, 410],
  signOut: [200, 200, 200, 200, 200, 200],
  getSession: [200, 200, 200, 200, 200, 200],
  signInSocial: [404, 404, 404, 404, 404, 404],
  socialCallback: [404, 404, 404, 404, 404, 404],
  showSignInError: [302, 302, 302, 302, 302, 302],
  sendVerificationEmail: [401, 200, 200, 200, 401, 401],
  showVerification: [404, 404, 404, 404, 404, 404],
  verifyEmail: [404, 404, 404, 404, 404, 404],
  signInTwoFactor: [410, 410, 410, 410, 410, 410],
  preparePasskeySignIn: [200, 200, 200, 200, 200, 200],
  signInPasskey: [401, 401, 401, 401, 401, 401],
  showEmailChange: [404, 404, 404, 404, 404, 404],
  changeEmail: [404, 404, 404, 404, 404, 404],
  getAccount: [401, 200, 200, 200, 401, 401],
  updateAccount: [401, 200, 200, 200, 401, 401],
  // The password that comes along is not theirs.
  deleteAccount: [401, 400, 400, 400, 401, 401],
  exportAccount: [401, 200, 200, 200, 401, 401],
  changePassword: [401, 400, 400, 400, 401, 401],
  listSessions: [401, 200, 200, 200, 401, 401],
  // The session is none of theirs.
  endSession: [401, 404, 404, 404, 401, 401],
  endOtherSessions: [401, 200, 200, 200, 401, 401],
  requestEmailChange: [401, 400, 400, 400, 401, 401],
  prepareTwoFactor: [401, 400, 400, 400, 401, 401],
  confirmTwoFactor: [401, 409, 409, 409, 401, 401],
  endTwoFactor: [401, 409, 409, 409, 401, 401],
  renewRecoveryCodes: [401, 409, 409, 409, 401, 401],
  listPasskeys: [401, 200, 200, 200, 401, 401],
  preparePasskey: [401, 400, 400, 400, 401, 401],
  addPasskey: [401, 409, 409, 409, 401, 401],
  renamePasskey: [401, 404, 404, 404, 401, 401],
  removePasskey: [401, 404, 404, 404, 401, 401],
  connectProvider: [401, 404, 404, 404, 401, 401],
  disconnectProvider: [401, 404, 404, 404, 401, 401],
  openapi: [200, 200, 200, 200, 200, 200],
  getVersion: [200, 200, 200, 200, 200, 200],

  listTeams: [401, 200, 200, 200, 401, 401],
  createTeam: [401, 201, 201, 201, 401, 401],
  getTeam: [401, 404, 200, 200, 401, 401],
  updateTeam: [401, 404, 403, 200, 401, 401],
  // It has a project; 409 is what somebody with access gets.
  deleteTeam: [401, 404, 403, 409, 401, 401],
  listMembers: [401, 404, 200, 200, 401, 401],
  updateMember: [401, 404, 403, 200, 401, 401],
  removeMember: [401, 404, 403, 200, 401, 401],
  listInvitations: [401, 404, 200, 200, 401, 401],
  createInvitation: [401, 404, 403, 201, 401, 401],
  deleteInvitation: [401, 404, 403, 200, 401, 401],
  sendInvitation: [401, 404, 403, 200, 401, 401],
  // The link is the permission.
  getInvitation: [200, 200, 200, 200, 200, 200],
  // The invitation is for none of them.
  acceptInvitation: [401, 403, 403, 403, 401, 401],

  listProjects: [401, 404, 200, 200, 401, 401],
  createProject: [401, 404, 201, 201, 401, 401],
  getProject: [401, 404, 200, 200, 401, 401],
  updateProject: [401, 404, 403, 200, 401, 401],
  moveProject: [401, 404, 403, 200, 401, 401],
  deleteProject: [401, 404, 403, 200, 401, 401],
  getProjectActivity: [401, 403, 200, 200, 200, 403],
  getTeamActivity: [401, 404, 200, 200, 401, 401],

  listMocks: [401, 403, 200, 200, 200, 403],
  createMock: [401, 403, 201, 201, 201, 403],
  getMock: [401, 403, 200, 200, 200, 403],
  updateMock: [401, 403, 200, 200, 200, 403],
  deleteMock: [401, 403, 200, 200, 200, 403],

  listWebhooks: [401, 403, 200, 200, 200, 403],
  createWebhook: [401, 403, 201, 201, 201, 403],
  getWebhook: [401, 403, 200, 200, 200, 403],
  updateWebhook: [401, 403, 200, 200, 200, 403],
  deleteWebhook: [401, 403, 200, 200, 200, 403],
  listRequests: [401, 403, 200, 200, 200, 403],
  clearRequests: [401, 403, 200, 200, 200, 403],
  getRequest: [401, 403, 200, 200, 200, 403],
  getRequestBody: [401, 403, 200, 200, 200, 403],
  deleteRequest: [401, 403, 200, 200, 200, 403],
  replayRequest: [401, 403, 200, 200, 200, 403],
  createStreamTicket: [401, 403, 201, 201, 201, 403],
  openStream: [401, 403, 200, 200, 200, 403],
  // Judged by grants that come along, whoever the caller is.
  checkStreams: [200, 200, 200, 200, 200, 200],
  listStreamRequests: [200, 200, 200, 200, 200, 200],

  listMemberKeys: [401, 404, 403, 200, 401, 401],
  listApiKeys: [401, 403, 200, 200, 401, 401],
  createApiKey: [401, 403, 403, 201, 401, 401],
  getApiKey: [401, 403, 200, 200, 401, 401],
  updateApiKey: [401, 403, 403, 200, 401, 401],
  revokeApiKey: [401, 403, 403, 200, 401, 401],
  rollApiKey: [401, 403, 403, 201, 401, 401],

  listEnvironments: [401, 403, 200, 200, 200, 403],
  createEnvironment: [401, 403, 201, 201, 201, 403],
  updateEnvironment: [401, 403, 200, 200, 200, 403],
  deleteEnvironment: [401, 403, 403, 200, 200, 403],

  listFlagKeys: [401, 403, 200, 200, 200, 403],
  listFlags: [401, 403, 200, 200, 200, 403],
  createFlag: [401, 403, 201, 201, 201, 403],
  getFlag: [401, 403, 200, 200, 200, 403],
  updateFlag: [401, 403, 200, 200, 200, 403],
  deleteFlag: [401, 403, 200, 200, 200, 403],
  checkFlag: [401, 403, 200, 200, 200, 403],

  listGroups: [401, 403, 200, 200, 200, 403],
  createGroup: [401, 403, 201, 201, 201, 403],
  getGroup: [401, 403, 200, 200, 200, 403],
  updateGroup: [401, 403, 200, 200, 200, 403],
  deleteGroup: [401, 403, 200, 200, 200, 403],

  listGroupFlags: [401, 403, 200, 200, 200, 403],
  createGroupFlag: [401, 403, 201, 201, 201, 403],
  getGroupFlag: [401, 403, 200, 200, 200, 403],
  updateGroupFlag: [401, 403, 200, 200, 200, 403],
  deleteGroupFlag: [401, 403, 200, 200, 200, 403],

  listRecords: [401, 403, 200, 200, 200, 403],
  createRecord: [401, 403, 201, 201, 201, 403],
  getRecord: [401, 403, 200, 200, 200, 403],
  updateRecord: [401, 403, 200, 200, 200, 403],
  deleteRecord: [401, 403, 200, 200, 200, 403],
  setOverride: [401, 403, 200, 200, 200, 403],
  clearOverride: [401, 403, 200, 200, 200, 403],
  listOverrides: [401, 403, 200, 200, 200, 403],

  listReleases: [401, 403, 200, 200, 200, 403],
  generateRelease: [401, 403, 201, 201, 201, 403],
  getRelease: [401, 403, 200, 200, 200, 403],
  updateRelease: [401, 403, 200, 200, 200, 403],
  deleteRelease: [401, 403, 200, 200, 200, 403],
  publishRelease: [401, 403, 200, 200, 200, 403],
  regenerateRelease: [401, 403, 200, 200, 200, 403],
  exportRelease: [401, 403, 200, 200, 200, 403],
  listReleaseCommits: [401, 403, 200, 200, 200, 403],
  listReleaseRevisions: [401, 403, 200, 200, 200, 403],

  getReleaseSettings: [401, 403, 200, 200, 200, 403],
  updateReleaseSettings: [401, 403, 403, 200, 200, 403],
  // Nothing is configured; 409 is what somebody with access gets.
  sendReleaseToSlack: [401, 403, 409, 409, 409, 403],
  sendReleaseByEmail: [401, 403, 409, 409, 409, 403],
  // The test goes to the caller's own address, and a key has none.
  getReleaseRecipients: [401, 403, 200, 200, 200, 403],
  sendReleaseTest: [401, 403, 200, 200, 409, 403],
  listReleaseAttachments: [401, 403, 200, 200, 200, 403],
  addReleaseAttachment: [401, 403, 201, 201, 201, 403],
  getReleaseAttachment: [401, 403, 200, 200, 200, 403],
  deleteReleaseAttachment: [401, 403, 200, 200, 200, 403],
  // The link in a mail is the permission; this one is none.
  showReleaseSubscription: [404, 404, 404, 404, 404, 404],
  endReleaseSubscription: [404, 404, 404, 404, 404, 404],
  showReleaseConfirmation: [404, 404, 404, 404, 404, 404],
  confirmReleaseSubscription: [404, 404, 404, 404, 404, 404],

  listProjectAuditLog: [401, 403, 200, 200, 200, 403],
  exportProjectAuditLog: [401, 403, 200, 200, 200, 403],
  listTeamAuditLog: [401, 404, 200, 200, 401, 401],
  exportTeamAuditLog: [401, 404, 200, 200, 401, 401],

  // Without a project, which is a choice: projects of the caller's own teams.
  search: [401, 200, 200, 200, 401, 401],

  listDeletions: [401, 403, 200, 200, 200, 403],
  getUsage: [401, 403, 200, 200, 200, 403],
  restoreDeletion: [401, 403, 200, 200, 200, 403],

  // Requires the scheduler's secret.
  runScheduledWork: [401, 401, 401, 401, 401, 401],

  // Cookies are not accepted here.
  resolveFlags: [401, 401, 401, 401, 200, 403],
  evaluateFlags: [401, 401, 401, 401, 200, 403],
  evaluateFlag: [401, 401, 401, 401, 200, 403],
};

/** What a key with the scope evaluate may call. */
const evaluating = ["resolveFlags", "evaluateFlags", "evaluateFlag", "checkFlag"];
/** What only reads, although it is no GET. */
const reading = ["createStreamTicket", "openStream"];

/** What each of the others gets, by what the matrix says of an operation. */
function statusOf(caller: (typeof others)[number], { id, method, access }: Operation, row: Row): number {
  const [anonymous, stranger, , , key] = row;
  if (caller === "endedSession") return anonymous;
  if (caller === "removedMember") return stranger;
  if (access === "session" || (access === "public" && id !== "openStream")) return key;
  const mayCall = caller === "readKey" ? method === "GET" || reading.includes(id) : evaluating.includes(id);
  return mayCall ? key : 403;
}

let foreignKey: ApiKey;
/** A new one after each call that changed it. */
let everything: Everything | undefined;
let people: Record<"stranger" | "member" | "admin" | "other" | "endedSession" | "removedMember", Person>;

beforeAll(async () => {
  const [stranger, member, admin, other, removedMember] = await Promise.all([
    ...[signUp(), signUp(), signUp(), signUp(), signUp()],
  ] as const);
  // Of the admin, who may everything while a session lives.
  const session = await postJson("/api/auth/sign-in/email", { email: admin.email, password });
  const endedSession = new Person(admin.id, admin.name, admin.email, cookiesOf(session));
  await done(endedSession.post("/api/auth/sign-out", {}));
  people = { stranger, member, admin, other, endedSession, removedMember };
  const elsewhere = await createProject(other, (await createTeam(other)).id);
  foreignKey = await createKey(other, elsewhere.referenceId);
});

const bodies: Record<string, (values: Everything) => unknown> = {
  signUp: () => ({ name: "x", email: `${unique("matrix")}@example.com`, password }),
  signIn: () => ({ email: people.admin.email, password }),
  signInAlias: () => ({ email: people.admin.email, password }),
  requestPasswordReset: () => ({ email: "nobody@example.com" }),
  resetPassword: () => ({ token: "unknown", password }),
  signOut: () => ({}),
  signInSocial: () => ({ provider: "github" }),
  signInTwoFactor: () => ({ code: "123456" }),
  signInPasskey: () => ({ response: { id: "none", type: "public-key" } }),
  updateAccount: () => ({ name: unique("Ada") }),
  deleteAccount: () => ({ password: "none of theirs" }),
  changePassword: () => ({ currentPassword: "none of theirs", newPassword: "a better horse battery" }),
  requestEmailChange: () => ({ newEmail: "new@example.com", password: "none of theirs" }),
  prepareTwoFactor: () => ({ password: "none of theirs" }),
  confirmTwoFactor: () => ({ code: "123456" }),
  endTwoFactor: () => ({ password: "none of theirs" }),
  renewRecoveryCodes: () => ({ password: "none of theirs" }),
  preparePasskey: () => ({ password: "none of theirs" }),
  addPasskey: () => ({ name: "x", response: { id: "none", type: "public-key" } }),
  renamePasskey: () => ({ name: "x" }),
  removePasskey: () => ({ password: "none of theirs" }),
  connectProvider: () => ({}),
  disconnectProvider: () => ({ password: "none of theirs" }),
  createTeam: () => ({ name: "x", slug: unique("matrix") }),
  updateTeam: () => ({ name: "changed" }),
  updateMember: () => ({ role: "admin" }),
  createInvitation: () => ({ email: "guest@example.com" }),
  createProject: () => ({ name: "x", slug: unique("matrix") }),
  updateProject: () => ({ name: "changed" }),
  moveProject: ({ emptyTeamId }) => ({ toTeamId: emptyTeamId }),
  createMock: () => ({ name: "x", endpoint: `/${unique("matrix")}` }),
  updateMock: () => ({ name: "changed" }),
  createWebhook: () => ({ name: "x" }),
  updateWebhook: () => ({ name: "changed" }),
  replayRequest: () => ({ url: `http://${appHost}/livez` }),
  openStream: () => ({}),
  checkStreams: ({ webhookId }) => ({ streams: [{ webhookId, grant: "unknown" }] }),
  createApiKey: () => ({ name: "x" }),
  updateApiKey: () => ({ name: "changed" }),
  rollApiKey: () => ({ graceMinutes: 5 }),
  createEnvironment: () => ({ name: unique("x") }),
  updateEnvironment: () => ({ name: "changed" }),
  createFlag: () => ({ name: "x" }),
  updateFlag: () => ({ name: "changed" }),
  createGroup: () => ({ name: "x" }),
  updateGroup: () => ({ name: "changed" }),
  createGroupFlag: () => ({ name: "x", key: "x" }),
  updateGroupFlag: () => ({ name: "changed" }),
  createRecord: () => ({}),
  updateRecord: () => ({ name: "changed" }),
  setOverride: () => ({ enabled: true }),
  generateRelease: () => emptyRange,
  updateReleaseSettings: () => ({ audience: "users" }),
  updateRelease: () => ({ title: "changed" }),
  evaluateFlags: (values) => ({ context: { targetingKey: values.recordId } }),
  evaluateFlag: (values) => ({ context: { targetingKey: values.recordId } }),
};

const queries: Record<string, string> = { search: "?q=x", listStreamRequests: "?after=0" };

/** Bodies that are forms. */
const forms: Record<string, string> = { addReleaseAttachment: smallForm.body };

/** Sign-out would end the session that the other rows use. */
async function cookieOf(caller: keyof typeof people, id: string): Promise<string> {
  // So that there is another session to end.
  if (id === "endOtherSessions")
    await postJson("/api/auth/sign-in", { email: people[caller].email, password });
  return id === "signOut" && caller !== "endedSession" ? (await signUp()).cookie : people[caller].cookie;
}

async function headersOf(
  caller: Caller,
  id: string,
  values: Everything & { foreignKey: string },
): Promise<Record<string, string>> {
  if (id === "listStreamRequests") {
    const opened = people.member.post(`/api/webhook-streams/${values.webhookId}`, {});
    return { "x-fieldkit-grant": (await done<{ grant: string }>(opened)).grant };
  }
  if (caller === "anonymous") return {};
  if (caller === "key") return { authorization: `Bearer ${values.ownKey}` };
  if (caller === "readKey") return { authorization: `Bearer ${values.readKey}` };
  if (caller === "evaluateKey") return { authorization: `Bearer ${values.evaluateKey}` };
  if (caller === "foreignKey") return { authorization: `Bearer ${values.foreignKey}` };
  return { cookie: await cookieOf(caller, id) };
}

describe("who may do what", () => {
  it("is asked of people who have proved no address", async () => {
    for (const person of [people.member, people.admin, people.stranger]) {
      expect(await done(person.get("/api/account"))).toMatchObject({ emailVerified: false });
    }
  });

  it("the matrix has one row for each operation", () => {
    const ids = table.map(({ operation }) => operation.id);
    expect(Object.keys(matrix).sort()).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(table.map(({ operation }) => ({ id: operation.id, operation })))(
    "$id",
    async ({ id, operation }) => {
      const got: Partial<Record<Caller, number>> = {};
      for (const caller of [...callers, ...others]) {
        // What was deleted can be put back for a moment only.
        if (id === "restoreDeletion") everything = undefined;
        if (needsRelease(operation) && everything?.releaseId === unknownId) everything = undefined;
        everything ??= await createEverything(people, needsRelease(operation));
        const values = { ...everything, foreignKey: foreignKey.key };
        const path = pathFor(operation, values);
        const fields = bodies[id]?.(values);
        const body = forms[id] ?? (fields === undefined ? undefined : JSON.stringify(fields));
        const answer = await send({
          method: operation.method,
          path: path + (queries[id] ?? ""),
          headers: {
            ...(await headersOf(caller, id, values)),
            ...(body !== undefined && {
              "content-type": id in forms ? smallForm.contentType : "application/json",
            }),
          },
          ...(body !== undefined && { body }),
        });
        got[caller] = answer.status;
        await expectTrail({
          ...{ operation, answer, teamId: values.teamId, reader: people.admin },
          actor:
            { key: values.keyId, readKey: values.readKeyId, evaluateKey: values.evaluateKeyId }[
              caller as string
            ] ?? people[caller as keyof typeof people],
        });
        // What was refused or only read must leave everything as it was.
        const mayChange = operation.method !== "GET" && operation.path.includes(":");
        if (answer.status < 300 && mayChange) everything = undefined;
      }
      const row = matrix[id] as Row;
      expect(got).toEqual({
        ...Object.fromEntries(callers.map((caller, at) => [caller, row[at]])),
        ...Object.fromEntries(others.map((caller) => [caller, statusOf(caller, operation, row)])),
      });
    },
  );
});
