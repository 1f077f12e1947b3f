import { expect, vi } from "vitest";
import type { Operation } from "@/lib/operations/operation";
import { appHost, send } from "./client";
import {
  createCollection,
  createEnvironment,
  createFlag,
  createForwardingRule,
  createGroup,
  createGroupFlag,
  createKey,
  createMock,
  createProject,
  createRecord,
  createReleaseWebhook,
  createSchedule,
  createSegment,
  createTeam,
  createWebhook,
  done,
  hostOf,
  type Invitation,
  join,
  type Person,
  pathOf,
  unknownId,
} from "./fixtures";

export type Everything = Awaited<ReturnType<typeof createEverything>>;

type People = Record<"admin" | "member" | "other", Person> & { removedMember?: Person };

/** Making a release takes longer than all else together. */
export const needsRelease = ({ path }: Operation) =>
  path.includes(":releaseId") || path.includes(":releaseDeliveryId");

/**
 * A team of its own with one of each resource, and a value for every name that paths have.
 * @param withRelease otherwise the ids of release and attachment name nothing
 */
export async function createEverything({ admin, member, other, removedMember }: People, withRelease = true) {
  const team = await createTeam(admin);
  await join(admin, team.id, member);
  await join(admin, team.id, other);
  if (removedMember) {
    await join(admin, team.id, removedMember);
    await done(admin.delete(`/api/teams/${team.id}/members/${removedMember.id}`));
  }
  const empty = await createTeam(admin);
  const project = await createProject(admin, team.id);
  const mock = await createMock(admin, project.id);
  const file = await uploadSmallFile(admin, `/api/projects/${project.id}/mock-files`);
  const collection = await createCollection(admin, project.id);
  const webhook = await createWebhook(admin, project.id);
  const rule = await createForwardingRule(admin, project.id, webhook.id);
  const capture = await done<{ id: string }>(send({ path: pathOf(webhook), host: hostOf(team, project) }));
  const sharesPath = `/api/projects/${project.id}/webhooks/${webhook.id}/requests/${capture.id}/shares`;
  const share = await done<{ id: string }>(admin.post(sharesPath, {}), 201);
  await send({ path: "/api/mock/nothing", host: hostOf(team, project) });
  const call = await firstCall(admin, project.id);
  const delivery = await endedDelivery(admin, `/api/projects/${project.id}/webhooks/${webhook.id}`);
  const { referenceId } = project;
  const environment = await createEnvironment(admin, referenceId);
  const flag = await createFlag(admin, referenceId);
  const group = await createGroup(admin, referenceId);
  const groupFlag = await createGroupFlag(admin, group);
  const record = await createRecord(admin, group);
  const value = `/api/projects/${referenceId}/groups/${group.id}/records/${record.id}/values/${groupFlag.id}`;
  await done(admin.put(value, { rollout: 50 }));
  const schedule = await createSchedule(admin, `/api/projects/${referenceId}/flags/${flag.id}`);
  const groupFlagPath = `/api/projects/${referenceId}/groups/${group.id}/flags/${groupFlag.id}`;
  const groupSchedule = await createSchedule(admin, groupFlagPath, { defaultEnabled: false });
  const segment = await createSegment(admin, referenceId);
  const key = await createKey(admin, referenceId);
  const readKey = await createKey(admin, referenceId, { scope: "read" });
  const evaluateKey = await createKey(admin, referenceId, { scope: "evaluate" });
  const release = withRelease ? await createFailedRelease(admin, project.id) : { id: unknownId };
  const attachment = withRelease ? await attachFile(admin, project.id, release.id) : { id: unknownId };
  const told = await createReleaseWebhook(admin, project.id);
  const toldPath = `/api/projects/${project.id}/release-webhooks/${told.id}`;
  const toldOf = withRelease
    ? await toldOfRelease(admin, project.id, release.id, toldPath)
    : { id: unknownId };
  const deleted = await createMock(admin, project.id);
  await done(admin.delete(`/api/projects/${project.id}/mocks/${deleted.id}`));
  const invitation = await done<Invitation>(
    admin.post(`/api/teams/${team.id}/invitations`, { email: "guest@example.com" }),
    201,
  );
  return {
    teamId: team.id,
    emptyTeamId: empty.id,
    projectId: project.id,
    mockId: mock.id,
    fileId: file.id,
    collectionId: collection.id,
    webhookId: webhook.id,
    requestId: capture.id,
    ruleId: rule.id,
    deliveryId: delivery.id,
    shareId: share.id,
    callId: call.id,
    userId: other.id,
    invitationId: invitation.id,
    token: invitation.token,
    provider: "github",
    referenceId,
    environmentId: environment.id,
    environmentKey: environment.key,
    flagId: flag.id,
    flagKey: flag.key,
    groupId: group.id,
    groupFlagId: groupFlag.id,
    key: groupFlag.key,
    recordId: record.id,
    segmentId: segment.id,
    scheduleId: schedule.id,
    groupScheduleId: groupSchedule.id,
    keyId: key.id,
    releaseId: release.id,
    attachmentId: attachment.id,
    releaseWebhookId: told.id,
    releaseDeliveryId: toldOf.id,
    kind: "mock",
    itemId: deleted.id,
    subscriberId: unknownId,
    team: team.slug,
    project: project.slug,
    subscription: "none.none",
    verification: "none.none",
    emailChange: "none.none",
    cancellation: "none.none",
    restoration: "none.none",
    sessionId: unknownId,
    passkeyId: unknownId,
    ownKey: key.key,
    readKey: readKey.key,
    evaluateKey: evaluateKey.key,
    readKeyId: readKey.id,
    evaluateKeyId: evaluateKey.id,
  };
}

/** Nothing is at the rule's address, so it fails at once. Until then the rule's counts change by themselves. */
function endedDelivery(admin: Person, inbox: string): Promise<{ id: string }> {
  const read = async () => {
    const [delivery] = await done<{ id: string; state: string }[]>(admin.get(`${inbox}/deliveries`));
    if (delivery?.state !== "failed") throw new Error("The delivery has not failed yet");
    return delivery;
  };
  return vi.waitFor(read, { interval: 20, timeout: 20_000 });
}

/** Publishes a release, which is a draft again afterwards, and waits until a webhook failed to hear of it. */
async function toldOfRelease(admin: Person, projectId: string, releaseId: string, webhook: string) {
  const release = `/api/projects/${projectId}/releases/${releaseId}`;
  await done(admin.post(`${release}/publish`, {}));
  await done(admin.post(`${release}/unpublish`, {}));
  return endedDelivery(admin, webhook);
}

/** Calls are written after they were answered. */
function firstCall(admin: Person, projectId: string): Promise<{ id: string }> {
  const read = async () => {
    const [call] = await done<{ id: string }[]>(admin.get(`/api/projects/${projectId}/mock-calls`));
    if (!call) throw new Error("The call is not written yet");
    return call;
  };
  return vi.waitFor(read, { interval: 20, timeout: 20_000 });
}

/** Nothing is there, so a generation fails at once. */
export const emptyRange = {
  fromDate: "2026-01-01",
  toDate: "2026-01-31",
  repoUrls: [`http://${appHost}/nothing.git`],
};

/** A draft that says why it has no notes. */
async function createFailedRelease(admin: Person, projectId: string): Promise<{ id: string }> {
  const path = `/api/projects/${projectId}/releases`;
  const { id } = await done<{ id: string }>(admin.post(`${path}/generate`, emptyRange), 201);
  const isDraft = async () => expect((await admin.get(`${path}/${id}`)).json().status).toBe("draft");
  await vi.waitFor(isDraft, { interval: 20, timeout: 20_000 });
  return { id };
}

/** A form with a small file. */
export const smallForm = {
  contentType: "multipart/form-data; boundary=b",
  body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n',
};

const attachFile = (admin: Person, projectId: string, releaseId: string) =>
  uploadSmallFile(admin, `/api/projects/${projectId}/releases/${releaseId}/attachments`);

function uploadSmallFile(admin: Person, path: string): Promise<{ id: string }> {
  return done(admin.call("POST", path, smallForm.body, { "content-type": smallForm.contentType }), 201);
}

/** Paths below a project that name it by its public reference id. */
const byReference =
  /^\/api\/projects\/:projectId\/(api-keys|environments|environment-comparison|environment-promotions|flags|flag-keys|groups|records|schedules|segments|stale-flags)\b/;

function nameOfValue(path: string, name: string): string {
  if (name === "scheduleId" && path.includes("/groups/")) return "groupScheduleId";
  return name === "projectId" && byReference.test(path) ? "referenceId" : name;
}

/** What an operation's query needs, for these values. */
export const neededQuery = ({ id }: Operation, values: Record<string, string>): Record<string, string> =>
  id === "compareEnvironments" ? { from: "production", to: values.environmentKey ?? "" } : {};

/** The operation's path with these values in it. */
export function pathFor({ path }: Operation, values: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[nameOfValue(path, name)];
    if (value === undefined) throw new Error(`No value for :${name}`);
    return value;
  });
}
