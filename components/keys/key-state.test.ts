import { describe, expect, test } from "vitest";
import { type ApiKey, isUnused, keyState } from "./key-state";

const now = new Date("2026-06-01T12:00:00.000Z");

function key(fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id: "id",
    projectId: "project",
    name: "CI",
    prefix: "fk_abcdefg",
    scope: "admin",
    scopes: ["admin"],
    personal: false,
    environmentKey: null,
    origins: null,
    lastUsedFrom: null,
    lastUsedAgent: null,
    updatedAt: "2026-05-01T00:00:00.000Z",
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    createdBy: null,
    createdAt: "2026-05-01T00:00:00.000Z",
    ...fields,
  };
}

describe("the state of a key", () => {
  test.each([
    ["without an end", {}, "active"],
    ["that ends in 15 days", { expiresAt: "2026-06-16T12:00:00.000Z" }, "active"],
    ["that ends in 14 days", { expiresAt: "2026-06-15T12:00:00.000Z" }, "expires soon"],
    ["that ends now", { expiresAt: "2026-06-01T12:00:00.000Z" }, "expired"],
    ["that was revoked", { revokedAt: "2026-05-02T00:00:00.000Z" }, "revoked"],
    [
      "that was revoked and has ended since",
      { revokedAt: "2026-05-02T00:00:00.000Z", expiresAt: "2026-05-03T00:00:00.000Z" },
      "revoked",
    ],
  ])("of one %s: %s is %s", (_, fields, state) => {
    expect(keyState(key(fields), now)).toBe(state);
  });
});

describe("a key counts as unused", () => {
  const longAgo = "2026-03-03T12:00:00.000Z";
  const recently = "2026-03-03T12:00:01.000Z";

  test.each([
    ["last used 90 days ago", { createdAt: "2025-01-01T00:00:00.000Z", lastUsedAt: longAgo }, true],
    ["used since", { createdAt: "2025-01-01T00:00:00.000Z", lastUsedAt: recently }, false],
    ["never used, made 90 days ago", { createdAt: longAgo }, true],
    ["never used, but new", { createdAt: recently }, false],
    ["revoked", { createdAt: longAgo, revokedAt: recently }, false],
    ["expired", { createdAt: longAgo, expiresAt: recently }, false],
  ])("%s: %s → %s", (_, fields, unused) => {
    expect(isUnused(key(fields), now)).toBe(unused);
  });
});
