import type { Operation } from "@/lib/operations/operation";
import { appHost, type Call } from "./client";
import { emptyRange, smallForm } from "./contents";
import { type Everything, pathFor } from "./everything";
import { done, inAnHour, type Person, password, unique } from "./fixtures";

type Valid = Pick<Everything, "get"> & { people: { admin: Person } };

const bodies: Record<string, (call: Valid) => unknown> = {
  signUp: () => ({ name: "x", email: `${unique("matrix")}@example.com`, password }),
  signIn: ({ people }) => ({ email: people.admin.email, password }),
  signInAlias: ({ people }) => ({ email: people.admin.email, password }),
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
  moveProject: async ({ get }) => ({ toTeamId: await get("emptyTeamId") }),
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
  checkStreams: async ({ get }) => ({ streams: [{ webhookId: await get("webhookId"), grant: "unknown" }] }),
  createApiKey: () => ({ name: "x" }),
  updateApiKey: () => ({ name: unique("changed") }),
  rollApiKey: () => ({ graceMinutes: 5 }),
  createEnvironment: () => ({ name: unique("x") }),
  updateEnvironment: () => ({ name: unique("changed") }),
  copyEnvironment: () => ({ name: unique("x") }),
  createFlag: () => ({ name: unique("x") }),
  promoteFlags: async ({ get }) => ({
    from: "production",
    to: await get("environmentKey"),
    keys: [await get("flagKey")],
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
  createKeyCode: async ({ get }) => ({ apiKey: await get("ownKey"), challenge: "c".repeat(43) }),
  exchangeKeyCode: () => ({ code: "c".repeat(43), verifier: "v".repeat(43) }),
  scheduleRelease: () => ({ publishAt: new Date(Date.now() + 86_400_000).toISOString() }),
  reportFlagUses: () => ({ uses: [{ flag: "none", answer: "on", count: 1 }] }),
  evaluateFlags: async ({ get }) => ({ context: { targetingKey: await get("recordId") } }),
  evaluateFlag: async ({ get }) => ({ context: { targetingKey: await get("recordId") } }),
};

const queries: Record<string, (call: Valid) => string | Promise<string>> = {
  search: () => "?q=x",
  listStreamRequests: () => "?after=0",
  searchRequests: () => "?q=a",
  compareEnvironments: async ({ get }) => `?from=production&to=${await get("environmentKey")}`,
};

/** Bodies that are forms. */
const forms: Record<string, string> = {
  addReleaseAttachment: smallForm.body,
  addMockFile: smallForm.body,
  setReleaseLogo: smallForm.body,
  importMocks: smallForm.body.replace("hello", "curl http://localhost/hello"),
};

async function changeRelease({ get, people }: Valid, change: "publish" | "unpublish"): Promise<void> {
  const [project, release] = [await get("projectId"), await get("releaseId")];
  await done(people.admin.post(`/api/projects/${project}/releases/${release}/${change}`, {}));
}

/** Creates what an operation changes and its path doesn't name. */
const prepare: Record<string, (call: Valid) => Promise<unknown>> = {
  clearMockCalls: ({ get }) => get("callId"),
  clearRequests: ({ get }) => get("requestId"),
  resendFailedDeliveries: ({ get }) => get("deliveryId"),
  unpublishRelease: (call) => changeRelease(call, "publish"),
  regenerateRelease: (call) => changeRelease(call, "unpublish"),
  unpinRequest: async ({ get, people }) => {
    const [project, webhook, request] = [
      await get("projectId"),
      await get("webhookId"),
      await get("requestId"),
    ];
    await done(people.admin.put(`/api/projects/${project}/webhooks/${webhook}/requests/${request}/pin`));
  },
};

/** Changes to one of few values: the same one once more is no change, which leaves no trail. */
const choices = new Set(["updateMember", "setOverride", "updateReleaseSettings", "pinRequest"]);

/** What may be done to the same project as often as one likes. */
const repeatable = new Set(["endMockChaos", "importMocks", "removeMockProxy"]);

/** Whether others could not do it once more to the same things. */
export function usesUp({ id, method, path, trail }: Operation): boolean {
  if (method === "GET" || !path.includes(":") || repeatable.has(id)) return false;
  if (method === "DELETE") return true;
  if (method === "PUT") return choices.has(id);
  return trail !== false && (!id.startsWith("create") || id.endsWith("Schedule"));
}

/** A stream's grant is the permission. */
async function grantFor({ get, people }: Valid): Promise<Record<string, string>> {
  const opened = people.admin.post(`/api/webhook-streams/${await get("webhookId")}`, {});
  return { "x-fieldkit-grant": (await done<{ grant: string }>(opened)).grant };
}

/** A valid call of an operation without credentials. Creates what the call needs. */
export async function validCall(
  operation: Operation,
  everything: Everything,
  people: Valid["people"],
): Promise<Pick<Call, "method" | "path" | "body"> & { headers: Record<string, string> }> {
  const { id, method } = operation;
  const given = { get: everything.get, people };
  await prepare[id]?.(given);
  const path = pathFor(operation, await everything.of(operation));
  const fields = await bodies[id]?.(given);
  const body = forms[id] ?? (fields === undefined ? undefined : JSON.stringify(fields));
  const contentType = id in forms ? smallForm.contentType : "application/json";
  return {
    method,
    path: path + ((await queries[id]?.(given)) ?? ""),
    headers: {
      ...(body !== undefined && { "content-type": contentType }),
      ...(id === "listStreamRequests" && (await grantFor(given))),
    },
    ...(body !== undefined && { body }),
  };
}
