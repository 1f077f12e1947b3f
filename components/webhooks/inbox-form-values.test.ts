import { expect, test } from "vitest";
import { changedPart } from "@/components/ui/form-values";
import {
  emptyInbox,
  inboxBody,
  inboxField,
  inboxResolver,
  inboxValues,
  localMinute,
  type Webhook,
} from "./inbox-form-values";

const webhook: Webhook = {
  id: "00000000-0000-4000-8000-000000000000",
  referenceId: "abcdefghij123456",
  projectId: "00000000-0000-4000-8000-000000000001",
  name: "Orders",
  description: null,
  expiresAt: "2030-01-31T12:00:30.123Z",
  response: {
    ...{ statusCode: 202, headers: { "X-A": ["1", "2"] }, body: "ok", delayMs: 10 },
    ...{ bodyEncoding: "text", templated: true, bytesPerSecond: 100, fault: "truncated" },
    delayDistribution: { type: "uniform", minMs: 1, maxMs: 2 },
  },
  handshakes: ["slack", "twilio"],
  metaVerifyToken: "meatyhamhock",
  signature: null,
  retention: { count: 200, hours: 48, countMax: 1000, hoursMax: 48 },
  url: "http://a.mock.localhost/api/webhook/abcdefghij123456",
  pathUrl: "http://localhost/p/a/api/webhook/abcdefghij123456",
  createdAt: "2030-01-01T00:00:00.000Z",
  updatedAt: "2030-01-01T00:00:00.000Z",
};

const check = (values: ReturnType<typeof emptyInbox>) =>
  inboxResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false });

test("a stored inbox comes back as the same body, its expiry to the minute", () => {
  expect(inboxBody(inboxValues(webhook))).toEqual({
    name: "Orders",
    description: null,
    expiresAt: "2030-01-31T12:00:00.000Z",
    response: webhook.response,
    handshakes: ["slack", "twilio"],
    metaVerifyToken: "meatyhamhock",
    signature: null,
    retention: { count: 200, hours: 48 },
  });
});

test("a save that does not touch the expiry leaves it to the millisecond", () => {
  const before = inboxValues(webhook);
  expect(changedPart(inboxBody(before), inboxBody({ ...before, name: "Bills" }))).toEqual({ name: "Bills" });
});

test("an expiry is read on the clock of the browser", () => {
  const chosen = new Date(2031, 4, 6, 7, 8);
  const values = { ...inboxValues(webhook), expiry: localMinute(chosen) };
  expect(inboxBody(values).expiresAt).toBe(chosen.toISOString());
  expect(inboxBody({ ...values, expiry: "" }).expiresAt).toBeNull();
});

test("without an answer of its own the inbox answers as usual, whatever stands in the fields", () => {
  expect(inboxBody({ ...inboxValues(webhook), custom: false, statusCode: "x" }).response).toBeNull();
});

test.each([
  ["name", "name"],
  ["expiresAt", "expiry"],
  ["response.statusCode", "statusCode"],
  ["response.headers", "headers.root"],
  ["response.headers.X-A", "headers.0.value"],
  ["response.headers.X-A.1", "headers.1.value"],
  ["response.templated", "templated"],
  ["response.delayDistribution.maxMs", "delayDistribution.maxMs"],
  ["handshakes.0", "handshakes"],
  ["metaVerifyToken", "metaVerifyToken"],
  ["projectId", undefined],
])("the issue %s belongs to %s", (path, field) => {
  expect(inboxField(path, inboxValues(webhook))).toBe(field);
});

test("a new inbox completes what is unambiguous, with any token", () => {
  expect(inboxBody(emptyInbox())).toMatchObject({
    handshakes: ["slack", "meta", "microsoft-graph", "dropbox", "cloudevents"],
    metaVerifyToken: null,
  });
});

test("what the API would refuse is refused at its field", async () => {
  const { errors } = await check({
    ...emptyInbox(),
    custom: true,
    statusCode: "",
    delayMs: "99999",
    headers: [{ name: "Connection", value: "close" }],
  });
  expect(Object.keys(errors).sort()).toEqual(["delayMs", "headers", "name", "statusCode"]);
  expect(errors.headers?.[0]?.value?.message).toBeTruthy();
});

test("an expiry that is no date is refused", async () => {
  const { errors } = await check({ ...emptyInbox(), name: "A", expiry: "soon" });
  expect(errors.expiry?.message).toMatch(/ISO 8601/);
});
