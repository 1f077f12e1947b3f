import { describe, expect, test } from "vitest";
import { type Flag, flagRows, matchesQuery, sortedRows } from "./flag-rows";

const production = { id: "p", name: "Production", key: "production" };
const staging = { id: "s", name: "Staging", key: "staging" };

function flag(key: string, environment: typeof production, fields: Partial<Flag> = {}): Flag {
  return {
    id: `${key}-${environment.id}`,
    projectId: "project",
    name: key,
    key,
    enabled: false,
    rollout: 100,
    salt: key,
    environment,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    ...fields,
  };
}

describe("the rows of the flags", () => {
  test("flags of one key are one row, named as in the first environment, as old as the oldest", () => {
    const inProduction = flag("a", production, { name: "Alpha", createdAt: "2026-02-02T00:00:00.000Z" });
    const inStaging = flag("a", staging, { name: "Alpha, staged" });
    const rows = flagRows([inProduction, flag("b", production), inStaging]);
    expect(rows.map(({ key, name, createdAt }) => [key, name, createdAt])).toEqual([
      ["a", "Alpha", "2026-01-01T00:00:00.000Z"],
      ["b", "b", "2026-01-01T00:00:00.000Z"],
    ]);
    expect([...(rows[0]?.flags ?? [])]).toEqual([
      ["p", inProduction],
      ["s", inStaging],
    ]);
    expect(rows[1]?.flags.has("s")).toBe(false);
  });

  test("by name, letters of both cases are alike and numbers are in their order", () => {
    const rows = flagRows(["flag 10", "Flag 9", "beta", "Alpha"].map((key) => flag(key, production)));
    expect(sortedRows(rows, "name").map(({ key }) => key)).toEqual(["Alpha", "beta", "Flag 9", "flag 10"]);
  });

  test("by age, the newest is first", () => {
    const rows = flagRows([
      flag("old", production),
      flag("new", production, { createdAt: "2026-03-03T00:00:00.000Z" }),
    ]);
    expect(sortedRows(rows, "newest").map(({ key }) => key)).toEqual(["new", "old"]);
  });
});

test.each([
  ["", true],
  ["check", true],
  ["OUT new", true],
  ["checkout old", false],
])("the query %j finds “New checkout” (checkout-v2): %s", (query, found) => {
  expect(matchesQuery({ name: "New checkout", key: "checkout-v2" }, query)).toBe(found);
});
