import { expect, test } from "vitest";
import { MockMethod } from "@/lib/mocks/contract";
import { responseLimits } from "@/lib/mocks/responses/contract";
import { behaviourValues } from "./behaviour-values";
import { emptyCondition } from "./condition-values";
import { bodyOf, copyOf, emptyMock, fieldOf, mockFrom, mockMethods, valuesOf } from "./mock-form-values";
import { mockRules } from "./mock-rules";
import { emptyResponse, responsesMax } from "./response-form-values";

const headers = [
  { name: "X-A", value: "1" },
  { name: "", value: "" },
  { name: "x-a", value: "2" },
  { name: "X.B", value: "3" },
];
const responses = [
  emptyResponse(),
  {
    ...emptyResponse(),
    name: "Other",
    match: "any" as const,
    conditions: [
      { ...emptyCondition(), name: "page", value: "2" },
      { ...emptyCondition(), in: "body" as const, comparison: "exists" as const },
    ],
    headers,
    weight: "3",
  },
];
const values = { ...emptyMock(), name: "One", endpoint: "/one", headers, responses };

test("rows with the same name become one header, blank rows none", () => {
  expect(bodyOf(values).responseHeaders).toEqual({ "X-A": ["1", "2"], "X.B": "3" });
});

test("a stored mock comes back as the same body", () => {
  const body = bodyOf(values);
  const stored = { id: "i", projectId: "p", createdAt: "", updatedAt: "", ...body };
  expect(bodyOf(valuesOf(stored as Parameters<typeof valuesOf>[0]))).toEqual(body);
});

test("how an answer is made and sent is read, copied and sent again", () => {
  const delays = [
    null,
    { type: "uniform", minMs: 1, maxMs: 2 },
    { type: "lognormal", medianMs: 90, sigma: 0.5 },
  ] as const;
  for (const delayDistribution of delays) {
    const kept = { bodyEncoding: "text" as const, bodyFileId: null };
    const behaviour = {
      ...kept,
      templated: true,
      delayDistribution,
      bytesPerSecond: 1000,
      fault: "reset" as const,
    };
    const body = bodyOf({ ...values, ...behaviourValues(behaviour) });
    expect(body).toMatchObject(behaviour);
    const stored = { id: "i", projectId: "p", createdAt: "", updatedAt: "", ...body };
    expect(bodyOf(copyOf(stored as Parameters<typeof valuesOf>[0]))).toMatchObject(behaviour);
  }
  const none = { templated: false, delayDistribution: null, bytesPerSecond: null, fault: null };
  const file = { ...none, bodyEncoding: "text" as const, bodyFileId: "3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11" };
  for (const given of [file, { ...file, bodyEncoding: "base64" as const, bodyFileId: null }]) {
    expect(bodyOf({ ...values, ...behaviourValues(given) })).toMatchObject(given);
  }
});

test("bytes are never a template, and a file is only sent while it is what the body is", () => {
  const chosen = { bodyFileId: "3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11", templated: true };
  const sent = (bodyKind: "text" | "base64" | "file") => {
    const { bodyEncoding, bodyFileId, templated } = bodyOf({ ...values, ...chosen, bodyKind });
    return [bodyEncoding, bodyFileId, templated];
  };
  expect(sent("text")).toEqual(["text", null, true]);
  expect(sent("base64")).toEqual(["base64", null, false]);
  expect(sent("file")).toEqual(["text", chosen.bodyFileId, false]);
});

test("methods and bounds are those of the contract", () => {
  expect(mockMethods).toEqual(MockMethod.options);
  expect(responsesMax).toBe(responseLimits.responses);
});

test.each([
  ["endpoint", "endpoint"],
  ["folder", "folder"],
  ["tags", "tags"],
  ["tags.2", "tags.2"],
  ["responseHeaders", "headers.root"],
  ["responseHeaders.X-A", "headers.0.value"],
  ["responseHeaders.X-A.1", "headers.2.value"],
  ["responseHeaders.X.B", "headers.3.value"],
  ["responseHeaders.Other", "headers.root"],
  ["projectId", undefined],
  ["responses", "responses.root"],
  ["templated", "templated"],
  ["delayDistribution", "delayDistribution.type"],
  ["delayDistribution.maxMs", "delayDistribution.maxMs"],
  ["bytesPerSecond", "bytesPerSecond"],
  ["fault", "fault"],
  ["responses.1.delayDistribution", "responses.1.delayDistribution.type"],
  ["responses.1.delayDistribution.sigma", "responses.1.delayDistribution.sigma"],
  ["responses.1.fault", "responses.1.fault"],
  ["responses.0", "responses.0.name"],
  ["responses.1.statusCode", "responses.1.statusCode"],
  ["responses.1.weight", "responses.1.weight"],
  ["responses.1.body", "responses.1.responseBody"],
  ["responses.1.headers", "responses.1.headers.root"],
  ["responses.1.headers.X-A.1", "responses.1.headers.2.value"],
  ["responses.1.headers.Other", "responses.1.headers.root"],
  ["responses.1.when", "responses.1.conditions.root"],
  ["responses.1.when.any", "responses.1.conditions.root"],
  ["responses.1.when.any.0", "responses.1.conditions.0.value"],
  ["responses.1.when.any.0.name", "responses.1.conditions.0.name"],
  ["responses.1.when.any.1.in", "responses.1.conditions.1.in"],
  ["responses.1.when.any.0.oneOf.2", "responses.1.conditions.0.value"],
  ["responses.9.name", "responses.root"],
])("the issue %s belongs to %s", (path, field) => {
  expect(fieldOf(path, values)).toBe(field);
});

test("a number left empty is refused, not read as 0", async () => {
  const { errors } = await check({ ...values, delayMs: "", statusCode: "" });
  expect(Object.keys(errors).sort()).toEqual(["delayMs", "statusCode"]);
});

test("what is wrong with delay and speed is said at its field", async () => {
  const { errors } = await check({
    ...{ ...values, bytesPerSecond: "fast" },
    delayDistribution: { ...values.delayDistribution, type: "uniform", minMs: "9", maxMs: "1" },
  });
  expect(errors.bytesPerSecond?.message).toMatch(/^must be a whole number/);
  expect(errors.delayDistribution?.maxMs?.message).toBe("must not be less than minMs");
});

test("a header without a name is refused at its row", async () => {
  const { errors } = await check({ ...values, headers: [{ name: "", value: "x" }] });
  expect(errors.headers?.[0]?.value?.message).toBe("Header name must not be empty");
});

test("what is wrong with a response is said at its field", async () => {
  const faulty = {
    ...emptyResponse(),
    statusCode: "",
    weight: "0",
    conditions: [
      emptyCondition(),
      { ...emptyCondition(), in: "json" as const, name: "a..b" },
      { ...emptyCondition(), name: "a", comparison: "oneOf" as const },
    ],
    headers: [{ name: "", value: "x" }],
  };
  const { errors } = await check({ ...values, responses: [emptyResponse(), faulty] });
  const found = errors.responses?.[1];
  expect(errors.responses?.[0]).toBeUndefined();
  expect(found?.statusCode?.message).toBeTruthy();
  expect(found?.weight?.message).toBe("must be from 1 to 1000");
  expect(found?.headers?.[0]?.value?.message).toBe("Header name must not be empty");
  expect(found?.conditions?.[0]?.name?.message).toBe("must say which query parameter");
  expect(found?.conditions?.[1]?.name?.message).toMatch(/^must be a place/);
  expect(found?.conditions?.[2]?.value?.message).toBe("must have at least one value");
});

test("an address fills in a new mock, and what it says wrongly is left out", () => {
  expect(mockFrom({ name: "POST /a", method: "POST", endpoint: "/a" })).toEqual({
    ...emptyMock(),
    name: "POST /a",
    method: "POST",
    endpoint: "/a",
  });
  expect(mockFrom({ name: ["a", "b"], method: "LOCK", other: "x" })).toEqual(emptyMock());
});

async function check(given: typeof values) {
  return mockRules(given, undefined, { fields: {}, shouldUseNativeValidation: false });
}
