import { describe, expect, test } from "vitest";
import { EditedKey, editedBody, keyField, NewKey, newKey, newKeyBody, originsOf } from "./key-form-values";

const now = new Date("2026-06-01T12:00:00.000Z");

describe("origins as lines", () => {
  test.each([
    ["", null],
    [" \n\n", null],
    ["https://a.example.com", ["https://a.example.com"]],
    [
      "https://a.example.com \r\n\n http://localhost:5173\n",
      ["https://a.example.com", "http://localhost:5173"],
    ],
    ["https://a.example.com, https://b.example.com,", ["https://a.example.com", "https://b.example.com"]],
  ])("%j are %j", (text, origins) => {
    expect(originsOf(text)).toEqual(origins);
  });

  test.each([
    ["example.com", "“example.com” must begin with its scheme: https://example.com"],
    ["nonsense", "“nonsense” must be an origin such as https://app.example.com"],
    [
      "https://a.example.com\nhttps://b.example.com/x",
      "“https://b.example.com/x” must be only scheme, host and port: https://b.example.com",
    ],
    [
      Array.from({ length: 21 }, (_, at) => `https://${at}.example.com`).join("\n"),
      "must be at most 20 origins",
    ],
    [`https://${"a".repeat(255)}`, `“https://${"a".repeat(52)}…” must have at most 255 characters`],
  ])("%j: the contract's words at the field", (origins, message) => {
    const { error } = EditedKey.safeParse({ name: "CI", origins });
    expect(error?.issues.map(({ path }) => path)).toEqual([["origins"]]);
    expect(error?.issues[0]?.message).toBe(message);
  });

  test("that are none are any", () => {
    expect(editedBody({ name: "CI", origins: "\n" })).toEqual({ name: "CI", origins: null });
  });
});

describe("a new key", () => {
  const typed = {
    ...newKey("evaluate", false),
    name: "Shop",
    environment: "staging",
    origins: "https://a.example.com",
  };

  test("for pages has its environment and origins", () => {
    expect(newKeyBody(typed, now)).toEqual({
      ...{ name: "Shop", personal: false, scope: "evaluate", expiresAt: null },
      ...{ environmentKey: "staging", origins: ["https://a.example.com"] },
    });
    expect(newKeyBody({ ...typed, environment: "" }, now)).toMatchObject({ environmentKey: null });
  });

  test.each(["admin", "read"] as const)("with the scope %s has neither", (access) => {
    const sent = { name: "Shop", personal: true, scope: access, expiresAt: null };
    expect(newKeyBody({ ...typed, access, personal: true }, now)).toEqual(sent);
  });

  test("with custom access has the selected scopes, at least one", () => {
    const custom = { ...typed, access: "custom" as const };
    const scopes = ["mocks:write" as const, "audit:read" as const];
    const sent = { name: "Shop", personal: false, scopes, expiresAt: null };
    expect(newKeyBody({ ...custom, scopes }, now)).toEqual(sent);
    expect(NewKey.safeParse(custom).error?.issues.map(({ path }) => path)).toEqual([["scopes"]]);
  });

  test("with a last day needs one", () => {
    const { error } = NewKey.safeParse({ ...typed, lifetime: "date" });
    expect(error?.issues.map(({ path }) => path)).toEqual([["date"]]);
  });
});

test.each([
  ["name", "name"],
  ["origins", "origins"],
  ["origins.3", "origins"],
  ["expiresAt", "date"],
])("an issue with %s is shown at %s", (path, field) => {
  expect(keyField(path)).toBe(field);
});
