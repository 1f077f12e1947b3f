import type { listProjectAuditLog } from "@/lib/audit/contract";
import type { Output } from "@/lib/operations/operation";

export type AuditEntry = Output<typeof listProjectAuditLog>[number];

/** What things are called on pages. */
export const subjectNames: Record<AuditEntry["subjectKind"], string> = {
  team: "team",
  member: "member",
  invitation: "invitation",
  project: "project",
  key: "API key",
  mock: "mock",
  webhook: "inbox",
  request: "request",
  share: "link to a request",
  environment: "environment",
  flag: "flag",
  group: "group",
  groupFlag: "group flag",
  record: "record",
  override: "override",
  release: "release",
  attachment: "attachment",
  releaseSettings: "release settings",
  subscription: "subscription",
  account: "account",
  chaos: "chaos among mocks",
  collection: "collection",
  forwarding: "forwarding of misses",
  mockFile: "file of mocks",
  segment: "segment",
  forwardingRule: "forwarding rule",
  delivery: "forwarded request",
  releaseWebhook: "release webhook",
  releaseDelivery: "event of the release",
};

/** Where the verb of an operation's name does not say it, or not well. */
const deeds: Record<string, string> = {
  acceptInvitation: "accepted the invitation of",
  addPasskey: "added the passkey",
  changeEmail: "changed the e-mail address of",
  changePassword: "changed the password of",
  cancelDeliveries: "cancelled what waited for the forwarding rule",
  cancelFlagSchedule: "cancelled scheduled changes of the flag",
  cancelRelease: "ended the writing of the release",
  cancelReleaseSchedule: "took the time of publication from the release",
  cancelGroupFlagSchedule: "cancelled scheduled changes of the group flag",
  clearOverride: "cleared the override",
  clearRequests: "emptied the inbox",
  createFlagSchedule: "scheduled changes of the flag",
  createGroupFlagSchedule: "scheduled changes of the group flag",
  copyEnvironment: "copied another one as the environment",
  createInvitation: "invited",
  deleteAccount: "deleted the account of",
  deleteInvitation: "revoked the invitation of",
  disconnectProvider: "disconnected the sign-in with",
  confirmReleaseSubscription: "confirmed the subscription of",
  confirmTwoFactor: "turned two-factor codes on for",
  endMockChaos: "ended the",
  endOtherSessions: "ended all other sessions of",
  endReleaseSubscription: "ended the subscription of",
  endSession: "ended the session with",
  endTwoFactor: "turned two-factor codes off for",
  importMocks: "imported mocks from",
  importRecords: "imported records into",
  moveProject: "moved the project",
  resendDelivery: "sent again the forwarded request",
  resendFailedDeliveries: "sent again what failed of the forwarding rule",
  promoteFlags: "promoted the flag",
  removePasskey: "removed the passkey",
  renamePasskey: "renamed the passkey",
  renewRecoveryCodes: "got new recovery codes for",
  replayRequest: "replayed",
  resetPassword: "set a new password for",
  resendReleaseWebhookDelivery: "sent again the event of the release",
  rotateReleaseWebhookSecret: "gave another secret to the release webhook",
  sendReleaseByEmail: "mailed the release",
  sendReleaseTest: "sent a test of the release",
  sendReleaseToSlack: "sent to Slack the release",
  testReleaseWebhook: "sent a test to the release webhook",
  updateMember: "changed the role of",
  updateReleaseSettings: "changed the",
};

const verbs: Record<string, string> = {
  add: "added",
  clear: "cleared",
  create: "created",
  delete: "deleted",
  generate: "generated",
  publish: "published",
  unpublish: "took back",
  regenerate: "had written anew",
  remove: "removed",
  restore: "put back",
  revoke: "revoked",
  roll: "rolled",
  schedule: "scheduled",
  send: "sent",
  set: "set",
  update: "changed",
};

/** What somebody did, between their name and that of the thing: "created the mock". */
export function deedOf(
  entry: Pick<AuditEntry, "operation" | "subjectKind"> & Partial<Pick<AuditEntry, "scheduledChangeId">>,
): string {
  const { operation, subjectKind, scheduledChangeId } = entry;
  const verb = /^[a-z]+/.exec(operation)?.[0] ?? "";
  const deed = deeds[operation] ?? `${verbs[verb] ?? operation} the ${subjectNames[subjectKind]}`;
  return scheduledChangeId ? `${deed}, as scheduled,` : deed;
}

/** What the entry is about. Things that a project has once, such as release settings, have no name of their own. */
export const subjectOf = ({
  subjectKind,
  subjectName,
}: Pick<AuditEntry, "subjectKind" | "subjectName">): string =>
  subjectName === subjectKind ? subjectNames[subjectKind] : subjectName;

/** The names of the fields that a change is about; none for what was created or deleted as a whole. */
export const changedFields = ({ before, after }: Pick<AuditEntry, "before" | "after">): string[] =>
  before && after ? Object.keys({ ...before, ...after }) : [];

/** A field's name as people read it: "responseBody" is "response body". */
export const fieldName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A value as one line or a text of several. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  if (typeof value === "string") return value;
  const steps = stepLines(value);
  if (steps) return steps;
  if (typeof value === "object") {
    const { omitted, id, name } = value as Record<string, unknown>;
    if (typeof omitted === "string") return `(${omitted}, too long to be kept)`;
    // What a thing belongs to, such as its environment.
    if (typeof id === "string" && typeof name === "string") return name;
    return JSON.stringify(value, null, 2);
  }
  return String(value);
}

/** Steps of a schedule, a line for each; undefined if it is something else. */
function stepLines(value: unknown): string | undefined {
  const steps = Array.isArray(value) ? (value as Partial<ScheduledStep>[]) : [];
  const isPlan = steps.length > 0 && steps.every((step) => step?.at && step.change && step.state);
  return isPlan ? (steps as ScheduledStep[]).map(stepLine).join("\n") : undefined;
}

type ScheduledStep = { at: string; change: Record<string, unknown>; state: string; reason?: string | null };

function stepLine({ at, change, state, reason }: ScheduledStep): string {
  const set = Object.entries(change).map(([name, to]) => `${fieldName(name)} ${String(to)}`);
  const why = reason ? `: ${reason}` : "";
  return `${at.slice(0, 16).replace("T", " ")} UTC, ${set.join(", ")}, ${state}${why}`;
}

/** Of what was before, the fields that can be sent again. */
export function sendable(
  before: AuditEntry["before"],
  fields: readonly string[],
): Record<string, unknown> | undefined {
  const kept = Object.entries(before ?? {}).filter(
    ([name, value]) => fields.includes(name) && !(value && typeof value === "object" && "omitted" in value),
  );
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
