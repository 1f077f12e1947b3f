import { beforeAll, describe, expect, it } from "vitest";
import type { ZodType } from "zod";
import { table } from "@/lib/api/table";
import type { Operation } from "@/lib/operations/operation";
import { expectRefusal, nextPage, send } from "./client";
import { emptyRange, smallForm } from "./contents";
import { Everything, neededQuery, pathFor } from "./everything";
import {
  createCollection,
  createEnvironment,
  createFlag,
  createForwardingRule,
  createGroup,
  createGroupFlag,
  createKey,
  createMock,
  createProject,
  createRecord,
  createReleaseWebhook,
  createSchedule,
  createSegment,
  createTeam,
  createWebhook,
  done,
  type Group,
  join,
  type Person,
  type Project,
  password,
  postJson,
  signUp,
} from "./fixtures";

type Item = Record<string, unknown>;

const lists = table.map(({ operation }) => operation).filter(({ list }) => list);
/**
 * Their own test is `releases.test.ts`: here is no release with commits, and captures have an order only. No flag is stale
 * before a month is over: `list-stale-flags.db.test.ts`. Nobody has subscribed: `public-page.test.ts`.
 */
const withRows = lists.filter(
  ({ id }) => !/listReleaseCommits|listReleaseRevisions|listReleaseSubscribers|listStaleFlags/.test(id),
);
const sortable = withRows.filter(({ query }) => query?.shape.sort);
const named = (operations: Operation[]) => operations.map((operation) => ({ id: operation.id, operation }));

let admin: Person;
let values: Record<string, string>;

/** Two more of each resource, so that every list has three rows at least, two of them of one name. */
beforeAll(async () => {
  const [owner, member, other] = await Promise.all([signUp(), signUp(), signUp()]);
  admin = owner;
  // The admin is also the member whose keys are listed.
  values = { ...(await new Everything({ admin, member, other }).all()), userId: admin.id };
  const { teamId = "", projectId = "", referenceId = "", groupId = "", recordId = "" } = values;
  const overrides = `/api/projects/${referenceId}/groups/${groupId}/records/${recordId}/values`;
  const group = { id: groupId, projectId: referenceId } as Group;
  const form = { "content-type": smallForm.contentType };
  const { mockBaseUrl } = await done<Project>(admin.get(`/api/teams/${teamId}/projects/${projectId}`));
  const { host } = new URL(mockBaseUrl);
  const collection = `/api/projects/${projectId}/mock-collections/${values.collectionId}`;
  await done(admin.put(collection, { seed: ["b", "a", "c"].map((id) => ({ id })) }));
  await done(admin.post(`${collection}/reset`));
  for (const turn of ["b", "a"]) {
    await createTeam(admin);
    await done(postJson("/api/auth/sign-in/email", { email: admin.email, password }));
    await createProject(admin, teamId);
    await join(admin, teamId, await signUp());
    await done(admin.post(`/api/teams/${teamId}/invitations`, { email: `${turn}@example.com` }), 201);
    await createMock(admin, projectId, { name: "50% Söße", description: `of turn-${turn}`, method: "PUT" });
    await createCollection(admin, projectId);
    await done(admin.call("POST", `/api/projects/${projectId}/mock-files`, smallForm.body, form), 201);
    await send({ path: `/api/mock/no-${turn}`, host });
    await createWebhook(admin, projectId, { name: turn });
    await createForwardingRule(admin, projectId, values.webhookId ?? "");
    const shares = `/api/projects/${projectId}/webhooks/${values.webhookId}/requests/${values.requestId}/shares`;
    await done(admin.post(shares, { expiresIn: turn === "a" ? "1h" : "7d" }), 201);
    await createKey(admin, referenceId, { name: turn });
    await createEnvironment(admin, referenceId);
    await createFlag(admin, referenceId, { name: "Same", key: `same-${turn}` });
    await createGroup(admin, referenceId);
    await createSegment(admin, referenceId, { name: "Same", key: `same-${turn}` });
    const flag = await createGroupFlag(admin, group);
    await createSchedule(admin, `/api/projects/${referenceId}/flags/${values.flagId}`);
    const groupFlagPath = `/api/projects/${referenceId}/groups/${groupId}/flags/${values.groupFlagId}`;
    await createSchedule(admin, groupFlagPath, { defaultEnabled: true });
    await createRecord(admin, group, turn === "a" ? {} : { name: "Named" });
    await done(admin.put(`${overrides}/${flag.id}`, { enabled: true }));
    await done(admin.post(`/api/projects/${projectId}/releases/generate`, emptyRange), 201);
    await createReleaseWebhook(admin, projectId);
    const release = `/api/projects/${projectId}/releases/${values.releaseId}`;
    await done(admin.post(`${release}/publish`, {}));
    await done(admin.post(`${release}/unpublish`, {}));
    const attachments = pathFor(operationOf("listReleaseAttachments"), values);
    await done(admin.call("POST", attachments, smallForm.body, form), 201);
  }
  const emailRecipients = ["b", "a", "c"].map((name) => `${name}@example.com`);
  await done(admin.put(`/api/projects/${projectId}/release-settings`, { emailRecipients }));
  await done(admin.post(`/api/projects/${projectId}/releases/${values.releaseId}/send-email`, {}));
  // A delivery for each rule.
  const inbox = await done<{ url: string }>(
    admin.get(`/api/projects/${projectId}/webhooks/${values.webhookId}`),
  );
  await done(send({ method: "POST", path: new URL(inbox.url).pathname, host }));
  const first = `${overrides}/${values.groupFlagId}`;
  await done(admin.put(first, { rollout: 10 }));
});

const operationOf = (id: string) => lists.find((each) => each.id === id) as Operation;
const address = (operation: Operation, query: Record<string, string> = {}) =>
  `${pathFor(operation, values)}?${new URLSearchParams({ ...neededQuery(operation, values), ...query })}`;
const optionsOf = (schema: unknown) =>
  (schema as { def: { innerType: { options: string[] } } }).def.innerType.options;
const sortsOf = (operation: Operation) => optionsOf(operation.query?.shape.sort);
const keyOf = (item: Item) =>
  JSON.stringify([item.id ?? item.userId ?? item.key ?? item.groupFlagId ?? item.sha]);

async function walk(path: string): Promise<{ items: Item[]; pages: number }> {
  const items: Item[] = [];
  let pages = 0;
  for (let next: string | undefined = path; next; pages += 1) {
    expect(pages, path).toBeLessThan(50);
    const answer = await admin.get(next);
    expect(answer.status, answer.text()).toBe(200);
    items.push(...answer.json<Item[]>());
    next = nextPage(answer);
  }
  return { items, pages };
}

/** Few parts of the names, so that each name is in one without any other: by the bits of their numbers. */
function separating(names: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let bit = 1; bit < names.length; bit *= 2) {
    const [without, among] = [0, bit].map((set) => names.filter((_, at) => (at & bit) === set));
    parts.push(without ?? [], among ?? []);
  }
  return parts;
}

describe("every list", () => {
  it.each(named(lists))("$id has a bounded page and refuses other bounds", async ({ operation }) => {
    expect(operation.query?.shape).toMatchObject({ limit: expect.anything(), cursor: expect.anything() });
    for (const [name, value] of [
      ["limit", "0"],
      ["limit", "1001"],
      ["limit", ""],
      ["cursor", "AAAA"],
      ["cursor", ""],
    ] as const) {
      const { issues } = expectRefusal(await admin.get(address(operation, { [name]: value })), 400);
      expect(issues?.map(({ path }) => path)).toEqual([name]);
    }
  });

  it.each(named(sortable))("$id is walked in every order, and back", async ({ operation }) => {
    for (const sort of sortsOf(operation).filter((each) => !each.startsWith("-"))) {
      const whole = (await walk(address(operation, { sort }))).items.map(keyOf);
      expect(whole.length, operation.id).toBeGreaterThanOrEqual(3);
      // About five pages for each list, however long it is.
      const limit = Math.max(2, Math.ceil(whole.length / 5));
      const { items, pages } = await walk(address(operation, { sort, limit: String(limit) }));
      expect(items.map(keyOf), `${operation.id} ${sort}`).toEqual(whole);
      expect(pages).toBe(Math.ceil(whole.length / limit));
      const back = await walk(address(operation, { sort: `-${sort}`, limit: String(limit) }));
      expect(back.items.map(keyOf), `${operation.id} -${sort}`).toEqual(whole.toReversed());
    }
  });

  it.each(named(sortable))("$id refuses another order's cursor, and what is none", async ({ operation }) => {
    const [sort = "", other = ""] = sortsOf(operation);
    const { searchParams } = new URL(
      nextPage(await admin.get(address(operation, { sort, limit: "1" }))) ?? "",
      "http://localhost",
    );
    const cursor = searchParams.get("cursor") ?? "";
    expectRefusal(await admin.get(address(operation, { sort: other, cursor })), 400);
    const [, value, id] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const forged = [
      [sort, value],
      [sort, value, id, 1],
      [sort, value, "' or 1=1 --"],
      [sort, value, "x\0"],
      [sort, value, { id }],
      [sort, null, id],
      [sort, [value], id],
      ["nothing", value, id],
      { sort, value, id },
      typeof value === "string" ? [sort, "\ud800", id] : [sort, 1e300, id],
      typeof value === "string" ? [sort, 7, id] : [sort, "seven", id],
    ];
    for (const parts of forged) {
      const bad = Buffer.from(JSON.stringify(parts)).toString("base64url");
      const answer = await admin.get(address(operation, { sort, cursor: bad }));
      expect([answer.status, JSON.stringify(parts)]).toEqual([400, JSON.stringify(parts)]);
    }
  });

  it.each(named(sortable))("$id counts, and shows no more fields than asked", async ({ operation }) => {
    const all = await admin.get(address(operation, { count: "true", limit: "1" }));
    const { items } = await walk(address(operation));
    expect(all.headers["x-total-count"]).toBe(String(items.length));
    expect((await admin.get(address(operation))).headers["x-total-count"]).toBeUndefined();
    const row = (operation.output as unknown as { element: { shape: Record<string, ZodType> } }).element
      .shape;
    const own = ["id", "userId", "key", "groupFlagId"].filter((name) => name in row);
    for (const fields of separating(Object.keys(row))) {
      const some = await done<Item[]>(admin.get(address(operation, { fields: fields.join() })));
      expect(some).toHaveLength(items.length);
      for (const [place, item] of some.entries()) {
        const whole = items[place] ?? {};
        for (const field of fields) expect(item[field], `${operation.id} ${field}`).toEqual(whole[field]);
        expect(Object.keys(item).filter((name) => ![...fields, ...own].includes(name))).toEqual([]);
      }
    }
  });

  it.each(named(sortable))("$id searches words, of which none matches any row", async ({ operation }) => {
    const nothing = await admin.get(address(operation, { q: "no-such-thing-%", count: "true" }));
    expect(nothing.json()).toEqual([]);
    expect(nothing.headers["x-total-count"]).toBe("0");
    const everything = (await walk(address(operation))).items.map(keyOf);
    expect((await walk(address(operation, { q: "   " }))).items.map(keyOf)).toEqual(everything);
  });

  it.each([
    ["sort", "color"],
    ["sort", ""],
    ["fields", "id,nothing"],
    ["fields", ""],
    ["fields", "id,,name"],
    ["count", "yes"],
    ["q", "x".repeat(201)],
    ["q", "a b c d e f g h i j k"],
  ])("refuses %s=%s", async (name, value) => {
    for (const operation of sortable) {
      const { issues } = expectRefusal(await admin.get(address(operation, { [name]: value })), 400);
      expect(
        issues?.every(({ path }) => path.startsWith(name)),
        operation.id,
      ).toBe(true);
    }
  });
});

describe("a search", () => {
  it.each([
    ["SÖSSE", 0],
    ["söße", 2],
    ["SÖẞE", 2],
    ["50%", 2],
    ["5%", 0],
    ["0% of", 2],
    ["of turn-a söße", 1],
    ["_", 0],
  ])("for %s finds %i mocks", async (q, count) => {
    const items = await done<Item[]>(admin.get(address(operationOf("listMocks"), { q })));
    expect(items).toHaveLength(count);
  });
});

describe("a filter", () => {
  it.each([
    ["listMocks", { method: "PUT" }, 2],
    ["listMocks", { method: "GET", enabled: "true", status: "200" }, 1],
    ["listMocks", { enabled: "false" }, 0],
    ["listFlagKeys", { enabled: "false" }, 3],
    ["listFlagKeys", { enabled: "true" }, 0],
    ["listFlagKeys", { key: "no-such-key" }, 0],
    ["listFlags", { enabled: "true" }, 0],
    ["listFlags", { env: "production" }, 3],
    ["compareEnvironments", { state: "only_from" }, 3],
    ["compareEnvironments", { state: "changed", q: "same-a" }, 1],
    ["compareEnvironments", { state: "same" }, 0],
    ["listOverrides", { groupFlagId: "no,such" }, 0],
    ["listReleases", { status: "published" }, 0],
    ["listApiKeys", { state: "active" }, 6],
    ["listApiKeys", { state: "revoked" }, 0],
    ["listApiKeys", { state: "expired" }, 0],
    ["listApiKeys", { scope: "admin" }, 4],
    ["listApiKeys", { scope: "evaluate", state: "active" }, 1],
    ["listApiKeys", { scope: "evaluate", state: "revoked" }, 0],
    ["listMemberKeys", { scope: "read" }, 1],
    ["listRecords", { metadata: "plan:pro" }, 0],
  ])("of %s %o leaves %i rows", async (id, filter, count) => {
    const answer = await admin.get(address(operationOf(id), { ...filter, count: "true" }));
    expect(answer.json<Item[]>()).toHaveLength(count);
    expect(answer.headers["x-total-count"]).toBe(String(count));
  });

  it.each([
    ["listMocks", { method: "get" }],
    ["listMocks", { enabled: "1" }],
    ["listMocks", { status: "20" }],
    ["listReleases", { status: "gone" }],
    ["listApiKeys", { state: "" }],
    ["listApiKeys", { scope: "write" }],
    ["listMemberKeys", { scope: "" }],
    ["listRecords", { metadata: "plan" }],
    ["listFlagKeys", { enabled: "" }],
    ["listFlagKeys", { key: "k".repeat(201) }],
    ["compareEnvironments", { state: "equal" }],
    ["compareEnvironments", { to: "Production" }],
    ["compareEnvironments", { from: "x".repeat(201) }],
    ["listOverrides", { groupFlagId: "f,".repeat(100) }],
  ])("of %s %o is 400", async (id, filter) => {
    expectRefusal(await admin.get(address(operationOf(id), filter as Record<string, string>)), 400);
  });
});
