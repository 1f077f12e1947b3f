import { expect, test } from "vitest";
import { failureOf } from "./answer-failure";
import type { ScopeFailure } from "./failure";

const body = {
  error: "Requires another scope",
  hint: "This operation needs a key with the scope audit:read, read, or admin. This key has evaluate.",
};
const answer = { status: 403, etag: null, link: null, body };

test.each([
  [false, "Run fieldkit login to sign in with more access."],
  [true, "It comes from FIELDKIT_API_KEY. Set that to a key with more access."],
])(
  "a command names its own scopes, and where its key comes from (environment: %s)",
  (isFromEnvironment, advice) => {
    const failure = failureOf(answer, "/api/key", { isFromEnvironment });
    expect(failure).toMatchObject({ kind: "refused", message: `${body.hint} ${advice}` });
    expect((failure as ScopeFailure).of("mocks pull", ["mocks:write", "read", "admin"]).message).toBe(
      `fieldkit mocks pull needs a key with the scope mocks:write, read, or admin. This key has evaluate. ${advice}`,
    );
  },
);

test("an error that names its issues isn't repeated by them", () => {
  const issues = [
    { path: "name", message: "must not be empty" },
    { path: "tags", message: "must be a list" },
  ];
  const body = { error: "Invalid request: name: must not be empty", issues };
  const { message } = failureOf({ status: 400, etag: null, link: null, body }, "/api/key");
  expect(message).toBe("Invalid request: name: must not be empty; tags must be a list");
});
