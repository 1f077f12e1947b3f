import { DrizzleQueryError } from "drizzle-orm/errors";
import { DatabaseError } from "pg";
import { describe, expect, it } from "vitest";
import { errorFields } from "./error-fields";

const secret = "s3cret-value";

/** What `pg` throws, and what drizzle makes of it. */
function failedQuery(message: string): Error {
  const driver = Object.assign(new DatabaseError(message, 0, "error"), {
    code: "23505",
    constraint: "users_email_unique",
    detail: `Key (email)=(${secret}) already exists.`,
    where: `unnamed portal parameter $1 = '${secret}'`,
  });
  return new DrizzleQueryError(
    "insert into users values ($1, $2)",
    [secret, `multi\n    at line ${secret}`],
    driver,
  );
}

describe("an error in the log", () => {
  it.each([
    "duplicate key value violates unique constraint",
    `invalid input syntax for type uuid: "${secret}"`,
    `invalid input syntax for type uuid: "${secret} with "quotes" and\nlines"`,
  ])("shows no parameter of the statement that failed: %j", (message) => {
    const shown = errorFields(new Error("outside", { cause: failedQuery(message) }));
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it("shows the statement, the code, the constraint and where it happened", () => {
    const shown = errorFields(failedQuery("duplicate key value violates unique constraint"));
    expect(shown.message).toBe("Failed query: insert into users values ($1, $2)");
    expect(shown.stack).toContain("error-fields.test");
    expect(shown.cause).toMatchObject({ code: "23505", constraint: "users_email_unique" });
  });

  it("ends with causes that go in circles", () => {
    const error = new Error("circle");
    error.cause = error;
    expect(JSON.stringify(errorFields(error)).match(/circle/g)?.length).toBeLessThan(10);
  });

  it.each([[undefined], [null], [secret], [{ secret }]])(
    "shows nothing of %j, which is no error",
    (thrown) => {
      expect(JSON.stringify(errorFields(thrown))).not.toContain(secret);
    },
  );
});
