import { describe, expect, test } from "vitest";
import { table } from "@/lib/api/table";
import { SubjectKind } from "@/lib/audit/contract";
import { leavesTrail, subjectOfPath } from "@/lib/audit/subject-of-path";

const operations = table.map(({ operation }) => operation);
const find = (id: string) => operations.find((operation) => operation.id === id) ?? expect.fail(id);

/**
 * Each has its reason: it begins or ends a session, proves an address, or only opens a stream, begins a sequence or shows a
 * preview. Who subscribes is noted when they confirm it.
 */
const withoutTrail =
  /^\/api\/(auth|webhook-streams|ofrep|sdk|key|changelogs)\b|stream-tickets$|mock-calls|\/explain$|(mocks|webhooks)\/(:mockId\/reset|preview)$|mock-collections\/:collectionId\/reset$/;
/** They only begin something, or write their entries themselves. */
const beginnings = new Set([...["prepareTwoFactor", "preparePasskey", "connectProvider", "deleteAccount"]]);
/** What changes an account, though nobody is signed in. */
const byLink = new Set(["resetPassword", "changeEmail", "cancelEmailChange", "restoreEmail"]);

describe("every operation", () => {
  test.each(operations.filter(({ method }) => method !== "GET"))("$id", (operation) => {
    const { id, path } = operation;
    if (beginnings.has(id) || (withoutTrail.test(path) && !byLink.has(id))) {
      return expect(leavesTrail(operation)).toBe(false);
    }
    expect(leavesTrail(operation)).toBe(true);
    const kind = subjectOfPath(operation, { kind: "mock" })?.kind;
    expect(SubjectKind.options).toContain(kind);
  });
});

test.each([
  ["createMock", "mock", null],
  ["updateMock", "mock", "of mockId"],
  ["updateGroupFlag", "groupFlag", "of groupFlagId"],
  ["updateFlag", "flag", "of flagId"],
  ["setOverride", "override", "of groupFlagId"],
  ["clearRequests", "webhook", "of webhookId"],
  ["deleteRequest", "request", "of requestId"],
  ["updateForwardingRule", "forwardingRule", "of ruleId"],
  ["resendFailedDeliveries", "forwardingRule", "of ruleId"],
  ["resendDelivery", "delivery", "of deliveryId"],
  ["createReleaseWebhook", "releaseWebhook", null],
  ["testReleaseWebhook", "releaseWebhook", "of releaseWebhookId"],
  ["resendReleaseWebhookDelivery", "releaseDelivery", "of releaseDeliveryId"],
  ["publishRelease", "release", "of releaseId"],
  ["unpublishRelease", "release", "of releaseId"],
  ["scheduleRelease", "release", "of releaseId"],
  ["cancelRelease", "release", "of releaseId"],
  ["generateRelease", "release", null],
  ["rollApiKey", "key", "of keyId"],
  ["updateReleaseSettings", "releaseSettings", null],
  ["acceptInvitation", "invitation", null],
  ["removeMember", "member", "of userId"],
  ["restoreDeletion", "record", "of itemId"],
  ["changePassword", "account", null],
  ["endSession", "account", null],
  ["resetPassword", "account", null],
])("%s changes a %s", (id, kind, subjectId) => {
  const names = [...find(id).path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, name === "kind" ? "record" : `of ${name}`]));
  expect(subjectOfPath(find(id), params)).toEqual({ kind, id: subjectId });
});
