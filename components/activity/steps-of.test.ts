import { expect, test } from "vitest";
import { placeOf } from "./place-of";
import { type Place, stepsOf } from "./steps-of";
import { shortCount, summary } from "./traffic-words";

const place: Place = {
  projectId: "p",
  referenceId: "2abc",
  base: "/team/shop",
  appUrl: "https://fieldkit.example",
  mockBaseUrl: "https://x-shop.example/api/mock",
  webhookBaseUrl: "https://x-shop.example/api/webhook",
};
const no = { made: false, used: false, example: null };
const made = (example: string | null) => ({ made: true, used: false, example });

test("without anything, each step leads to where a thing is made", () => {
  const steps = stepsOf({ mock: no, webhook: no, flag: no }, place);
  expect(steps.map(({ link }) => link.href)).toEqual([
    "/team/shop/mocks/new",
    "/team/shop/webhooks/new",
    "/team/shop/flags",
  ]);
  expect(steps.some(({ isDone, curl }) => isDone || curl)).toBe(false);
});

test("what was made has a command that calls it", () => {
  const steps = stepsOf({ mock: made("POST /users/:id"), webhook: made("k3j5"), flag: made("a.b") }, place);
  expect(steps.map(({ curl }) => curl)).toEqual([
    "curl -X POST -i 'https://x-shop.example/api/mock/users/1'",
    `curl -X POST 'https://x-shop.example/api/webhook/k3j5' \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '{"hello":"world"}'`,
    "curl -H \"Authorization: Bearer $FIELDKIT_API_KEY\" 'https://fieldkit.example/api/projects/2abc/flags/check/a.b'",
  ]);
});

test("mocks that are off, and flags of groups alone, have no command", () => {
  const [mock, , flag] = stepsOf({ mock: made(null), webhook: no, flag: made(null) }, place);
  expect(mock).toMatchObject({ text: expect.stringContaining("switched off") });
  expect([mock?.curl, flag?.curl]).toEqual([undefined, undefined]);
});

test("what is gone leads to the trail, all else to its page", () => {
  const change = {
    ...{ id: "c", at: "2030-01-01T00:00:00Z", actorKind: "person" as const, actorName: "Ada" },
    ...{ subjectKind: "mock" as const, subjectId: "m", subjectName: "A mock" },
  };
  expect(placeOf({ ...change, operation: "updateMock" }, "/t/p")).toBe("/t/p/mocks/m");
  expect(placeOf({ ...change, operation: "deleteMock" }, "/t/p")).toBe("/t/p/audit");
  expect(placeOf({ ...change, operation: "setOverride", subjectKind: "override" }, "/t/p")).toBe(
    "/t/p/audit",
  );
});

test("charts are told in words, and large counts are cut where there is little room", () => {
  expect(summary([0, 0], "errors")).toBe("No errors in the last 24 hours");
  expect(summary([1, 0], "mocks")).toBe("1 mock call in the last 24 hours, 1 in the busiest hour");
  expect(summary([1000, 500], "checks")).toBe(
    "1,500 flag checks in the last 24 hours, 1,000 in the busiest hour",
  );
  expect([shortCount(9999), shortCount(12_345)]).toEqual(["9,999", "12.3K"]);
});
