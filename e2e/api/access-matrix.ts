import type { Operation } from "@/lib/operations/operation";
import { releaseRows } from "./access-of-releases";

export const callers = ["anonymous", "stranger", "member", "admin", "key", "foreignKey"] as const;
/** Whose answers follow from those of the callers in the matrix. */
export const others = ["readKey", "evaluateKey", "endedSession", "removedMember"] as const;
export type Caller = (typeof callers)[number] | (typeof others)[number];
export type Row = [
  anonymous: number,
  stranger: number,
  member: number,
  admin: number,
  key: number,
  foreignKey: number,
];

/**
 * What each caller gets for a valid request. No person here has verified an email address: that bars only from mailing
 * others where a mail service is configured, which release-mail.test.ts has. `key` is a key of the project, `foreignKey` of another one.
 */
export const matrix: Record<string, Row> = {
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
  showEmailChange: [410, 410, 410, 410, 410, 410],
  changeEmail: [410, 410, 410, 410, 410, 410],
  showEmailChangeCancellation: [410, 410, 410, 410, 410, 410],
  cancelEmailChange: [410, 410, 410, 410, 410, 410],
  showEmailRestoration: [410, 410, 410, 410, 410, 410],
  restoreEmail: [410, 410, 410, 410, 410, 410],
  getAccount: [401, 200, 200, 200, 401, 401],
  getAccountEmails: [401, 200, 200, 200, 401, 401],
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
  listMockFolders: [401, 403, 200, 200, 200, 403],
  listMockCollections: [401, 403, 200, 200, 200, 403],
  createMockCollection: [401, 403, 201, 201, 201, 403],
  getMockCollection: [401, 403, 200, 200, 200, 403],
  updateMockCollection: [401, 403, 200, 200, 200, 403],
  resetMockCollection: [401, 403, 200, 200, 200, 403],
  listMockCollectionItems: [401, 403, 200, 200, 200, 403],
  deleteMockCollection: [401, 403, 200, 200, 200, 403],
  getMockChaos: [401, 403, 200, 200, 200, 403],
  setMockChaos: [401, 403, 200, 200, 200, 403],
  endMockChaos: [401, 403, 200, 200, 200, 403],
  getMockProxy: [401, 403, 200, 200, 200, 403],
  setMockProxy: [401, 403, 200, 200, 200, 403],
  removeMockProxy: [401, 403, 200, 200, 200, 403],
  listMockFiles: [401, 403, 200, 200, 200, 403],
  addMockFile: [401, 403, 201, 201, 201, 403],
  getMockFile: [401, 403, 200, 200, 200, 403],
  deleteMockFile: [401, 403, 200, 200, 200, 403],
  listMockCalls: [401, 403, 200, 200, 200, 403],
  getMockCall: [401, 403, 200, 200, 200, 403],
  verifyMockCalls: [401, 403, 200, 200, 200, 403],
  createCallsTicket: [401, 403, 201, 201, 201, 403],
  clearMockCalls: [401, 403, 200, 200, 200, 403],
  exportMocks: [401, 403, 200, 200, 200, 403],
  importMocks: [401, 403, 200, 200, 200, 403],
  previewMock: [401, 403, 200, 200, 200, 403],
  previewWebhook: [401, 403, 200, 200, 200, 403],
  resetMock: [401, 403, 200, 200, 200, 403],
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
  listForwardingRules: [401, 403, 200, 200, 200, 403],
  createForwardingRule: [401, 403, 201, 201, 201, 403],
  getForwardingRule: [401, 403, 200, 200, 200, 403],
  updateForwardingRule: [401, 403, 200, 200, 200, 403],
  deleteForwardingRule: [401, 403, 200, 200, 200, 403],
  resendFailedDeliveries: [401, 403, 200, 200, 200, 403],
  cancelDeliveries: [401, 403, 200, 200, 200, 403],
  listDeliveries: [401, 403, 200, 200, 200, 403],
  getDelivery: [401, 403, 200, 200, 200, 403],
  resendDelivery: [401, 403, 200, 200, 200, 403],
  replayRequest: [401, 403, 200, 200, 200, 403],
  pinRequest: [401, 403, 200, 200, 200, 403],
  noteRequest: [401, 403, 200, 200, 200, 403],
  unpinRequest: [401, 403, 200, 200, 200, 403],
  searchRequests: [401, 403, 200, 200, 200, 403],
  shareRequest: [401, 403, 201, 201, 201, 403],
  listShares: [401, 403, 200, 200, 200, 403],
  revokeShare: [401, 403, 200, 200, 200, 403],
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
  copyEnvironment: [401, 403, 201, 201, 201, 403],
  deleteEnvironment: [401, 403, 403, 200, 200, 403],

  listFlagKeys: [401, 403, 200, 200, 200, 403],
  compareEnvironments: [401, 403, 200, 200, 200, 403],
  promoteFlags: [401, 403, 200, 200, 200, 403],
  listStaleFlags: [401, 403, 200, 200, 200, 403],
  getFlagUsage: [401, 403, 200, 200, 200, 403],
  listSchedules: [401, 403, 200, 200, 200, 403],
  listFlagSchedules: [401, 403, 200, 200, 200, 403],
  createFlagSchedule: [401, 403, 201, 201, 201, 403],
  cancelFlagSchedule: [401, 403, 200, 200, 200, 403],
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
  getGroupFlagUsage: [401, 403, 200, 200, 200, 403],
  listGroupFlagSchedules: [401, 403, 200, 200, 200, 403],
  createGroupFlagSchedule: [401, 403, 201, 201, 201, 403],
  cancelGroupFlagSchedule: [401, 403, 200, 200, 200, 403],
  getGroupFlag: [401, 403, 200, 200, 200, 403],
  updateGroupFlag: [401, 403, 200, 200, 200, 403],
  deleteGroupFlag: [401, 403, 200, 200, 200, 403],

  explainFlag: [401, 403, 200, 200, 200, 403],

  listSegments: [401, 403, 200, 200, 200, 403],
  createSegment: [401, 403, 201, 201, 201, 403],
  getSegment: [401, 403, 200, 200, 200, 403],
  updateSegment: [401, 403, 200, 200, 200, 403],
  deleteSegment: [401, 403, 200, 200, 200, 403],

  listRecords: [401, 403, 200, 200, 200, 403],
  createRecord: [401, 403, 201, 201, 201, 403],
  importRecords: [401, 403, 200, 200, 200, 403],
  getRecord: [401, 403, 200, 200, 200, 403],
  updateRecord: [401, 403, 200, 200, 200, 403],
  deleteRecord: [401, 403, 200, 200, 200, 403],
  setOverride: [401, 403, 200, 200, 200, 403],
  clearOverride: [401, 403, 200, 200, 200, 403],
  listOverrides: [401, 403, 200, 200, 200, 403],

  ...releaseRows,

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
  getFlagSnapshot: [401, 401, 401, 401, 200, 200],
  getOwnKey: [401, 401, 401, 401, 200, 200],
  // Only for a key that the caller created.
  createKeyCode: [401, 404, 404, 201, 401, 401],
  // Nobody has this code.
  exchangeKeyCode: [401, 401, 401, 401, 401, 401],
  reportFlagUses: [401, 401, 401, 401, 200, 200],
  streamFlags: [401, 401, 401, 401, 200, 200],
  // A record of another project is nobody there, who has the flags of that project.
  evaluateFlags: [401, 401, 401, 401, 200, 200],
  evaluateFlag: [401, 401, 401, 401, 200, 404],
};

/** What a key with the scope evaluate may call. */
const evaluating = ["resolveFlags", "streamFlags", "evaluateFlags", "evaluateFlag", "checkFlag"];
/** What only reads, although it is no GET. */
const reading = [
  "reportFlagUses",
  "createStreamTicket",
  "createCallsTicket",
  "verifyMockCalls",
  "previewMock",
  "previewWebhook",
  "openStream",
];

/** What each of the others gets, by what the matrix says of an operation. */
export function statusOf(caller: (typeof others)[number], operation: Operation, row: Row): number {
  const [anonymous, stranger, , , key] = row;
  if (caller === "endedSession") return anonymous;
  if (caller === "removedMember") return stranger;
  return isBeyondScope(caller, operation) ? 403 : key;
}

/** Whether the caller is a key whose scope does not reach so far. */
export function isBeyondScope(caller: Caller, { id, method, access }: Operation): boolean {
  if (access === "session" || (access === "public" && id !== "openStream")) return false;
  if (caller === "readKey") return method !== "GET" && !reading.includes(id);
  return caller === "evaluateKey" && !evaluating.includes(id);
}
