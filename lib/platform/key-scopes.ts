/** Scopes that describe a key alone: full access, all reads, or flag evaluation, which is safe in a web page. */
export const basicScopes = ["admin", "read", "evaluate"] as const;
export type BasicScope = (typeof basicScopes)[number];

/** What a key can do. A key has one or more. */
export const scopes = [
  ...basicScopes,
  "mocks:write",
  "webhooks:write",
  "flags:read",
  "flags:write",
  "releases:write",
  "audit:read",
] as const;
export type Scope = (typeof scopes)[number];

/** The scope of a key that has only one of the three basic ones. */
export const basicScopeOf = ([scope, ...others]: readonly Scope[]): BasicScope | undefined =>
  others.length === 0 ? basicScopes.find((basic) => basic === scope) : undefined;

/** Each scope once, in the order of `scopes`. `admin` includes all others. */
export const normalizedScopes = (given: readonly Scope[]): Scope[] =>
  given.includes("admin") ? ["admin"] : scopes.filter((scope) => given.includes(scope));
