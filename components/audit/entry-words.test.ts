import { describe, expect, test } from "vitest";
import { changedFields, deedOf, fieldName, sendable, valueText } from "./entry-words";

test.each([
  ["createMock", "mock", "created the mock"],
  ["updateGroupFlag", "groupFlag", "changed the group flag"],
  ["rollApiKey", "key", "rolled the API key"],
  ["restoreDeletion", "webhook", "put back the inbox"],
  ["createInvitation", "invitation", "invited"],
  ["updateReleaseSettings", "releaseSettings", "changed the"],
  ["endSession", "account", "ended the session with"],
  ["deleteAccount", "member", "deleted the account of"],
  ["tidyMock", "mock", "tidyMock the mock"],
] as const)("%s of a %s: %s", (operation, subjectKind, deed) => {
  expect(deedOf({ operation, subjectKind })).toBe(deed);
});

test("what was scheduled says so", () => {
  const entry = { operation: "updateFlag", subjectKind: "flag", scheduledChangeId: "a" } as const;
  expect(deedOf(entry)).toBe("changed the flag, as scheduled,");
  expect(deedOf({ ...entry, scheduledChangeId: null })).toBe("changed the flag");
  expect(deedOf({ operation: "createFlagSchedule", subjectKind: "flag" })).toBe(
    "scheduled changes of the flag",
  );
});

test("fields are named only where something was changed", () => {
  expect(changedFields({ before: { a: 1 }, after: { a: 2, b: 3 } })).toEqual(["a", "b"]);
  expect(changedFields({ before: null, after: { a: 2 } })).toEqual([]);
  expect(fieldName("responseBody")).toBe("response body");
});

test.each([
  [null, ""],
  ["", ""],
  [false, "false"],
  [0, "0"],
  ["a\nb", "a\nb"],
  [{ omitted: "9 characters" }, "(9 characters, too long to be kept)"],
  [{ id: "1", name: "Production", key: "production" }, "Production"],
  [
    [
      { at: "2030-01-31T12:00:00.000Z", change: { rollout: 5, enabled: true }, state: "done", reason: null },
      { at: "2030-02-01T12:00:00.000Z", change: { rollout: 25 }, state: "failed", reason: "Gone." },
    ],
    "2030-01-31 12:00 UTC, rollout 5, enabled true, done\n2030-02-01 12:00 UTC, rollout 25, failed: Gone.",
  ],
  [[{ at: "b" }], '[\n  {\n    "at": "b"\n  }\n]'],
  [{ a: 1 }, '{\n  "a": 1\n}'],
])("%j is shown as %j", (value, text) => {
  expect(valueText(value)).toBe(text);
});

describe("what can be put back", () => {
  test.each([
    [{ enabled: false, bucket: 1 }, { enabled: false }],
    [{ enabled: null }, { enabled: null }],
    [{ enabled: { omitted: "9 characters" } }, undefined],
    [{ bucket: 1 }, undefined],
    [null, undefined],
  ])("of %j is %j", (before, fields) => {
    expect(sendable(before, ["enabled", "rollout"])).toEqual(fields);
  });
});
