import { expect, test } from "vitest";
import { bodyOf, emptyMock, fieldOf, mockFrom, mockResolver, valuesOf } from "./mock-form-values";

const headers = [
  { name: "X-A", value: "1" },
  { name: "", value: "" },
  { name: "x-a", value: "2" },
  { name: "X.B", value: "3" },
];
const values = { ...emptyMock(), name: "One", endpoint: "/one", headers };

test("rows with the same name become one header, blank rows none", () => {
  expect(bodyOf(values).responseHeaders).toEqual({ "X-A": ["1", "2"], "X.B": "3" });
});

test("a stored mock comes back as the same body", () => {
  const body = bodyOf(values);
  const stored = { id: "i", projectId: "p", createdAt: "", updatedAt: "", ...body };
  expect(bodyOf(valuesOf(stored as Parameters<typeof valuesOf>[0]))).toEqual(body);
});

test.each([
  ["endpoint", "endpoint"],
  ["responseHeaders", "headers.root"],
  ["responseHeaders.X-A", "headers.0.value"],
  ["responseHeaders.X-A.1", "headers.2.value"],
  ["responseHeaders.X.B", "headers.3.value"],
  ["responseHeaders.Other", "headers.root"],
  ["projectId", undefined],
])("the issue %s belongs to %s", (path, field) => {
  expect(fieldOf(path, values)).toBe(field);
});

test("a number left empty is refused, not read as 0", async () => {
  const { errors } = await check({ ...values, delayMs: "", statusCode: "" });
  expect(Object.keys(errors).sort()).toEqual(["delayMs", "statusCode"]);
});

test("a header without a name is refused at its row", async () => {
  const { errors } = await check({ ...values, headers: [{ name: "", value: "x" }] });
  expect(errors.headers?.[0]?.value?.message).toBe("Header name must not be empty");
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
  return mockResolver(given, undefined, { fields: {}, shouldUseNativeValidation: false });
}
