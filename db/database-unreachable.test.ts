import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { connect } from "./client";
import { isDatabaseAway } from "./database-unreachable";

const withCode = (code: string, message = "x") => Object.assign(new Error(message), { code });
const ofQuery = (cause: Error) => new DrizzleQueryError("select 1", [], cause);

describe("the database is away", () => {
  it.each([
    ["a query whose connection breaks", ofQuery(withCode("ECONNRESET"))],
    ["a query on a connection that ended", ofQuery(new Error("Connection terminated unexpectedly"))],
    ["a query on a connection that broke before", ofQuery(new Error("Client has … and is not queryable"))],
    ["Postgres that shuts down", withCode("57P01")],
    ["Postgres without room", ofQuery(withCode("53300"))],
    ["Postgres that takes no writes", ofQuery(withCode("25006"))],
    ["Postgres that cannot read a file", ofQuery(withCode("58P01"))],
    ["Postgres that finds a damaged page", ofQuery(withCode("XX001"))],
    ["any of these around or within others", new Error("x", { cause: ofQuery(withCode("EPIPE")) })],
  ])("%s", (_, error) => expect(isDatabaseAway(error)).toBe(true));

  it("a pool that gets no connection, asked for a query or a transaction", async () => {
    const database = connect("postgres://nobody@127.0.0.1:1/nothing");
    const errors = await Promise.all([
      database.db.execute("select 1").then(
        () => undefined,
        (error: unknown) => error,
      ),
      database.db.transaction(async () => {}).catch((error: unknown) => error),
      database.query("select 1").catch((error: unknown) => error),
      database.exclusively(async () => {}).catch((error: unknown) => error),
    ]);
    await database.close();
    expect(errors.map(isDatabaseAway)).toEqual([true, true, true, true]);
  });
});

describe("the database is not away", () => {
  it.each([
    ["a caller who hangs up", withCode("ECONNRESET", "aborted")],
    ["another server that is away", withCode("ECONNREFUSED")],
    ["a file that is missing", withCode("ENOENT")],
    ["a query that fails", ofQuery(withCode("23505"))],
    ["no error", "Connection terminated"],
  ])("%s", (_, error) => expect(isDatabaseAway(error)).toBe(false));
});
