import { beforeAll, describe, expect, it } from "vitest";
import { table } from "@/lib/api/table";
import type { Operation } from "@/lib/operations/operation";
import { expectRefusal, send, statusesOf } from "./client";
import { Everything, pathFor, type Values } from "./everything";
import { done, type Person, signUp, unique } from "./fixtures";

type Versioned = { updatedAt: string } & Record<string, unknown>;

/** A change of each operation's row that can be told from others of its kind. */
const changeOf: Record<string, () => Record<string, unknown>> = {
  updateTeam: () => ({ name: unique("n") }),
  updateProject: () => ({ name: unique("n") }),
  updateMock: () => ({ name: unique("n") }),
  updateMockCollection: () => ({ name: unique("n") }),
  updateForwardingRule: () => ({ name: unique("n") }),
  updateReleaseWebhook: () => ({ description: unique("n") }),
  updateWebhook: () => ({ name: unique("n") }),
  updateFlag: () => ({ name: unique("n") }),
  updateGroup: () => ({ name: unique("n") }),
  updateGroupFlag: () => ({ name: unique("n") }),
  updateSegment: () => ({ name: unique("n") }),
  updateRecord: () => ({ name: unique("n") }),
  updateAccount: () => ({ name: unique("n") }),
  updateApiKey: () => ({ name: unique("n") }),
  updateEnvironment: () => ({ name: unique("n") }),
  updateRelease: () => ({ title: unique("n") }),
  updateReleaseSettings: () => ({ emailRecipients: [`${unique("n")}@example.com`] }),
};

const operations = table.map(({ operation }) => operation);
const updates = operations
  .filter(({ versioned, method }) => versioned && method === "PUT")
  .map((operation) => ({ id: operation.id, operation }));

let admin: Person;
let everything: Values;

beforeAll(async () => {
  const [first, member, other] = await Promise.all([signUp(), signUp(), signUp()]);
  admin = first;
  everything = await new Everything({ admin, member, other }).all();
});

const pathOf = (operation: Operation) => pathFor(operation, everything);
const put = (operation: Operation, body: unknown, ifMatch?: string) =>
  admin.call("PUT", pathOf(operation), body, ifMatch === undefined ? {} : { "if-match": ifMatch });
const changed = (operation: Operation, ifMatch?: string) =>
  done<Versioned>(put(operation, changeOf[operation.id]?.(), ifMatch));
const tag = ({ updatedAt }: Versioned) => `"${updatedAt}"`;

it("every PUT of a row that shows when it was changed honours If-Match", () => {
  expect(updates.map(({ id }) => id).sort()).toEqual(Object.keys(changeOf).sort());
});

/* How the header is read is the same for all operations, so that one of them gets every case. */
const otherStates: [string, (row: Versioned) => string][] = [
  ["an older one", (row) => `"${new Date(Date.parse(row.updatedAt) - 1).toISOString()}"`],
  ["another text", () => '"x"'],
  ["an empty tag", () => '""'],
  ["another spelling of the time", (row) => `"${row.updatedAt.replace("Z", "+00:00")}"`],
  ["a star in quotes", () => '"*"'],
];
const malformed = [
  "x",
  "",
  "2030-01-01T00:00:00.000Z",
  '"a" "b"',
  '"a',
  'w/"a"',
  '*, "a"',
  '"a b"',
  ",",
  "'a'",
];

describe.each(updates)("$id", ({ id, operation }) => {
  const isFirst = id === updates[0]?.id;
  const read = operations.find(({ path, method }) => path === operation.path && method === "GET");

  it("shows the row's updatedAt as ETag, in GET, HEAD and PUT", async () => {
    const answer = await put(operation, changeOf[id]?.());
    const row = answer.json<Versioned>();
    expect(answer.headers.etag).toBe(tag(row));
    if (!read) return;
    for (const method of ["GET", "HEAD"]) {
      expect((await admin.call(method, pathOf(read))).headers.etag).toBe(tag(row));
    }
    expect(await done(admin.get(pathOf(read)))).toEqual(row);
  });

  it("changes the row that the caller knows, alone, in a list, weak, or whichever it is", async () => {
    const before = await changed(operation);
    const second = await changed(operation, tag(before));
    const third = await changed(operation, `"other" ,, W/"weak",${tag(second)}`);
    const fourth = await changed(operation, "*");
    // As a compressed answer shows it.
    const fifth = await changed(operation, `W/${tag(fourth)}`);
    const times = [before, second, third, fourth, fifth].map(({ updatedAt }) => updatedAt);
    expect(new Set(times).size).toBe(5);
    expect([...times].sort()).toEqual(times);
  });

  it.each(isFirst ? otherStates : otherStates.slice(0, 1))(
    "%s is 409 with the current row, and nothing is written",
    async (_, ifMatchOf) => {
      const row = await changed(operation);
      for (const body of [changeOf[id]?.(), {}]) {
        const { code, ...rest } = expectRefusal(await put(operation, body, ifMatchOf(row)), 409);
        expect(code).toBe("changed");
        expect(rest).toMatchObject({ current: row });
      }
      // A change of nothing shows the row as it is.
      expect(await done(put(operation, {}))).toEqual(row);
    },
  );

  it.each(isFirst ? malformed : malformed.slice(0, 1))("the malformed %j is 400", async (ifMatch) => {
    const { code, issues = [] } = expectRefusal(await put(operation, {}, ifMatch), 400);
    expect(code).toBe("invalid_request");
    expect(issues.map(({ path }) => path)).toEqual(["If-Match"]);
  });

  it("is judged after access, existence, type and body", async () => {
    const headers = { "if-match": "x", "content-type": "text/plain" };
    expectRefusal(await send({ method: "PUT", path: pathOf(operation), headers, body: "{" }), 401);
    expectRefusal(await admin.call("PUT", pathOf(operation), "{}", headers), 415);
    const stale = { "if-match": '"stale"' };
    expectRefusal(await admin.call("PUT", pathOf(operation), "{", stale), 400);
    expectRefusal(await admin.call("PUT", pathOf(operation), "[]", stale), 400);
  });

  it("of five at once with the same If-Match one is done, and the others see it", async () => {
    const before = await changed(operation);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => put(operation, changeOf[id]?.(), tag(before))),
    );
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 4 });
    const winner = answers.find(({ status }) => status === 200)?.json<Versioned>();
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer.json()).toMatchObject({ code: "changed", current: winner });
    }
    expect(await done(put(operation, {}))).toEqual(winner);
  });

  it("without it the last write wins, and no two states have one updatedAt", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(operation, changeOf[id]?.())));
    expect(statusesOf(answers)).toEqual({ 200: 5 });
    const times = answers.map((answer) => answer.json<Versioned>().updatedAt);
    expect(new Set(times).size).toBe(5);
    const last = answers.find((answer) => answer.json<Versioned>().updatedAt === [...times].sort().at(-1));
    expect(await done(put(operation, {}))).toEqual(last?.json());
  });
});

it("the first settings of ten at once are one", async () => {
  const operation = updates.find(({ id }) => id === "updateReleaseSettings")?.operation as Operation;
  const people = { admin, member: await signUp(), other: await signUp() };
  const path = pathFor(operation, await new Everything(people).of(operation));
  const none = await done<Versioned>(admin.get(path));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      admin.call("PUT", path, changeOf.updateReleaseSettings?.(), { "if-match": tag(none) }),
    ),
  );
  expect(statusesOf(answers)).toEqual({ 200: 1, 409: 9 });
});

it("other operations take no notice of the header", async () => {
  const answer = await admin.call(
    "POST",
    "/api/teams",
    { name: "x", slug: unique("t") },
    { "if-match": "x" },
  );
  expect(answer.status).toBe(201);
});
