import { beforeAll, describe, expect, it } from "vitest";
import { table } from "@/lib/api/table";
import type { Operation } from "@/lib/operations/operation";
import { type Caller, callers, isBeyondScope, matrix, others, type Row, statusOf } from "./access-matrix";
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
  inAnHour,
  Person,
  password,
  postJson,
  signUp,
  unique,
  unknownId,
} from "./fixtures";
import { expectTrail } from "./trail-of";

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
  updateTeam: () => ({ name: unique("changed") }),
  updateMember: () => ({ role: "admin" }),
  createInvitation: () => ({ email: "guest@example.com" }),
  createProject: () => ({ name: "x", slug: unique("matrix") }),
  updateProject: () => ({ name: unique("changed") }),
  moveProject: ({ emptyTeamId }) => ({ toTeamId: emptyTeamId }),
  createMock: () => ({ name: "x", endpoint: `/${unique("matrix")}` }),
  updateMock: () => ({ name: unique("changed") }),
  previewMock: () => ({ endpoint: "/a", request: { path: "/a" } }),
  previewWebhook: () => ({ request: { path: "/a" } }),
  createMockCollection: () => ({ name: "x", path: `/${unique("matrix")}` }),
  updateMockCollection: () => ({ name: unique("changed") }),
  setMockChaos: () => ({}),
  verifyMockCalls: () => ({}),
  setMockProxy: () => ({ baseUrl: `https://${unique("api")}.example.com` }),
  createWebhook: () => ({ name: "x" }),
  updateWebhook: () => ({ name: unique("changed") }),
  createForwardingRule: () => ({ name: "x", url: `http://${appHost}/livez` }),
  updateForwardingRule: () => ({ name: unique("changed") }),
  shareRequest: () => ({ masked: { headers: ["authorization"] } }),
  noteRequest: () => ({ note: unique("noted") }),
  replayRequest: () => ({ url: `http://${appHost}/livez` }),
  openStream: () => ({}),
  checkStreams: ({ webhookId }) => ({ streams: [{ webhookId, grant: "unknown" }] }),
  createApiKey: () => ({ name: "x" }),
  updateApiKey: () => ({ name: unique("changed") }),
  rollApiKey: () => ({ graceMinutes: 5 }),
  createEnvironment: () => ({ name: unique("x") }),
  updateEnvironment: () => ({ name: unique("changed") }),
  copyEnvironment: () => ({ name: unique("x") }),
  createFlag: () => ({ name: unique("x") }),
  promoteFlags: ({ environmentKey, flagKey }) => ({
    from: "production",
    to: environmentKey,
    keys: [flagKey],
  }),
  updateFlag: () => ({ name: unique("changed") }),
  createGroup: () => ({ name: unique("x") }),
  updateGroup: () => ({ name: unique("changed") }),
  createGroupFlag: () => ({ name: "x", key: unique("x") }),
  updateGroupFlag: () => ({ name: unique("changed") }),
  createFlagSchedule: () => ({ steps: [{ at: inAnHour(), enabled: false }] }),
  createGroupFlagSchedule: () => ({ steps: [{ at: inAnHour(), defaultEnabled: false }] }),
  createSegment: () => ({
    name: unique("x"),
    conditions: [{ attribute: "a", operator: "exists" }],
  }),
  updateSegment: () => ({ name: unique("changed") }),
  explainFlag: () => ({}),
  createRecord: () => ({}),
  importRecords: () => ({ records: [{}] }),
  updateRecord: () => ({ name: unique("changed") }),
  setOverride: () => ({ enabled: true }),
  generateRelease: () => emptyRange,
  createReleaseWebhook: () => ({ url: `http://${appHost}/api/nothing` }),
  updateReleaseWebhook: () => ({ description: unique("changed") }),
  updateReleaseSettings: () => ({ audience: "users" }),
  updateRelease: () => ({ title: unique("changed") }),
  createKeyCode: () => ({ challenge: "c".repeat(43) }),
  exchangeKeyCode: () => ({ code: "c".repeat(43), verifier: "v".repeat(43) }),
  scheduleRelease: () => ({ publishAt: new Date(Date.now() + 86_400_000).toISOString() }),
  reportFlagUses: () => ({ uses: [{ flag: "none", answer: "on", count: 1 }] }),
  evaluateFlags: (values) => ({ context: { targetingKey: values.recordId } }),
  evaluateFlag: (values) => ({ context: { targetingKey: values.recordId } }),
};

const queries: Record<string, (values: Everything) => string> = {
  search: () => "?q=x",
  listStreamRequests: () => "?after=0",
  searchRequests: () => "?q=a",
  compareEnvironments: ({ environmentKey }) => `?from=production&to=${environmentKey}`,
};

/** Bodies that are forms. */
const forms: Record<string, string> = {
  addReleaseAttachment: smallForm.body,
  addMockFile: smallForm.body,
  setReleaseLogo: smallForm.body,
  importMocks: smallForm.body.replace("hello", "curl http://localhost/hello"),
};

/** Changes to one of few values: the same one once more is no change, which leaves no trail. */
const choices = new Set(["updateMember", "setOverride", "updateReleaseSettings", "pinRequest"]);

/** Whether others could not do it once more to the same things. To make all of them anew takes most of the time. */
function usesUp({ id, method, path, trail }: Operation): boolean {
  if (method === "GET" || !path.includes(":")) return false;
  if (method === "DELETE") return true;
  if (method === "PUT") return choices.has(id);
  return trail !== false && (!id.startsWith("create") || id.endsWith("Schedule"));
}

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
  if (id === "unpinRequest") {
    const { projectId, webhookId, requestId } = values;
    await done(
      people.member.put(`/api/projects/${projectId}/webhooks/${webhookId}/requests/${requestId}/pin`),
    );
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
          path: path + (queries[id]?.(values) ?? ""),
          headers: {
            ...(await headersOf(caller, id, values)),
            ...(body !== undefined && {
              "content-type": id in forms ? smallForm.contentType : "application/json",
            }),
          },
          ...(body !== undefined && { body }),
        });
        got[caller] = answer.status;
        if (isBeyondScope(caller, operation)) {
          expect(answer.json()).toMatchObject({ error: "Requires another scope" });
        }
        await expectTrail({
          ...{ operation, answer, teamId: values.teamId, reader: people.admin },
          actor:
            { key: values.keyId, readKey: values.readKeyId, evaluateKey: values.evaluateKeyId }[
              caller as string
            ] ?? people[caller as keyof typeof people],
        });
        // What was refused must leave everything as it was.
        if (answer.status < 300 && usesUp(operation)) everything = undefined;
      }
      const row = matrix[id] as Row;
      expect(got).toEqual({
        ...Object.fromEntries(callers.map((caller, at) => [caller, row[at]])),
        ...Object.fromEntries(others.map((caller) => [caller, statusOf(caller, operation, row)])),
      });
    },
  );
});
