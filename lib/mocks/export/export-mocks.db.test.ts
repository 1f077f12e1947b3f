import { eq, type SQL, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { seedMocks } from "@/db/fixtures/large-lists";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { mockFiles } from "@/db/schema/mock-files";
import { mocks } from "@/db/schema/mocks";
import { Caller, keyOf } from "@/lib/auth/fixtures/caller";
import { Answer, headerOf } from "@/lib/operations/answer";
import type { Ctx } from "@/lib/operations/context";
import type { CallInput } from "@/lib/operations/operation";
import { exportedFileBytesMax, exportFormats, exportLimits, type exportMocks } from "./contract";
import { DocumentText, requireRoom } from "./document-text";
import { handleExportMocks } from "./export-mocks";
import { FilesOfMocks } from "./files";
import { documentOf, type Given, rowOf } from "./fixtures/exported";
import { LeftOutMocks } from "./left-out";

/** What somebody else does after each statement of an export. */
let afterStatement: (() => Promise<void>) | undefined;

/** The database as a key sees it while others change it. */
class WatchedCaller extends Caller {
  override ctx(effects?: Parameters<Caller["ctx"]>[0]): Ctx {
    const watched = new Proxy(db(), {
      get(target, name) {
        if (name !== "execute") return Reflect.get(target, name, target);
        return async (query: SQL) => {
          const answer = await target.execute(query);
          await afterStatement?.();
          return answer;
        };
      },
    });
    return { ...super.ctx(effects), db: watched };
  }
}

let close: () => Promise<void>;
let projectId = "";
let key: Caller;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  projectId = (await insertProject()).id;
  key = keyOf(projectId);
});

async function insert(...given: Given[]): Promise<string[]> {
  const rows = given.map((mock, at) => ({ ...rowOf(mock), projectId, createdAt: new Date(at * 1000) }));
  await db().insert(mocks).values(rows);
  return rows.map(({ id }) => id);
}
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at): Given => ({ name: `M${at}`, endpoint: `/m${at}` }));
const grown = (bytes: number) =>
  db().execute(
    sql`update mocks set response_body = repeat('x', ${bytes}::int) where project_id = ${projectId}`,
  );

async function exported(input: Omit<CallInput<typeof exportMocks>, "projectId"> = {}) {
  const answer = await key.call(handleExportMocks, { projectId, ...input });
  if (!(answer instanceof Answer)) throw new Error("no download");
  const next = /cursor=([^&>]+)>; rel="next"/.exec(headerOf(answer.headers, "link") ?? "")?.[1];
  return { names: JSON.parse(answer.text).mocks.map(({ name }: Given) => name), next };
}

describe("what is exported", () => {
  test("is everything, oldest first, also of several pages", async () => {
    await insert(...numbered(501));
    const { names, next } = await exported();
    expect(names).toEqual(numbered(501).map(({ name }) => name));
    expect(next).toBeUndefined();
  });

  test("is a selection, if all of it is there", async () => {
    const ids = await insert(...numbered(3));
    const some = [ids[2] ?? "", ids[0] ?? ""];
    expect((await exported({ mockId: some })).names).toEqual(["M0", "M2"]);
    expect((await exported({ mockId: some, limit: 1 })).names).toEqual(["M0"]);
    await expect(exported({ mockId: [...some, uuidv7()] })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is never another project's", async () => {
    const ids = await insert(...numbered(1));
    projectId = (await insertProject()).id;
    await expect(exported()).rejects.toMatchObject({ code: "forbidden" });
    key = keyOf(projectId);
    expect((await exported()).names).toEqual([]);
    await expect(exported({ mockId: ids })).rejects.toMatchObject({ code: "not_found" });
  });

  test("comes in parts, each of which leads to the next", async () => {
    await insert(...numbered(5));
    const parts: string[][] = [];
    let cursor: string | undefined;
    do {
      const { names, next } = await exported({ limit: 2, cursor });
      parts.push(names);
      cursor = next;
    } while (cursor);
    expect(parts).toEqual([["M0", "M1"], ["M2", "M3"], ["M4"]]);
  });
});

test("what is exported is what was there when it began, whatever others do meanwhile", async () => {
  const ids = await insert(...numbered(501));
  const createdAt = new Date(600_000);
  const replaceOne = async () => {
    const [id] = ids.splice(-1);
    await db()
      .delete(mocks)
      .where(eq(mocks.id, id ?? ""));
    await db()
      .insert(mocks)
      .values({ ...rowOf({ name: "Later", endpoint: `/${id}` }), projectId, createdAt });
  };
  key = new WatchedCaller(key.actor);
  afterStatement = replaceOne;
  const { names } = await exported().finally(() => {
    afterStatement = undefined;
  });
  expect(ids.length).toBeLessThan(501);
  expect(names).toEqual(numbered(500).map(({ name }) => name));
});

describe("what is too much", () => {
  test("is told by the number of mocks, too", async () => {
    const { mocksMax } = exportLimits.fieldkit;
    await seedMocks(db(), projectId, mocksMax + 1);
    await expect(exported()).rejects.toMatchObject({ code: "payload_too_large" });
    const { names, next } = await exported({ limit: mocksMax });
    expect(names).toHaveLength(mocksMax);
    expect((await exported({ cursor: next })).names).toHaveLength(1);
  });

  test("for an import is refused as a whole, and not in parts", async () => {
    await insert(...numbered(6));
    await grown(1024 ** 2);
    const refused = { code: "payload_too_large", message: expect.stringContaining("limit") };
    await expect(exported()).rejects.toMatchObject(refused);
    expect((await exported({ limit: 4 })).names).toHaveLength(4);
  });

  test.each(exportFormats)("is never held: a document of %s counts what comes", (format) => {
    const { bytesMax, mocksMax } = exportLimits[format];
    const half = "\u00e9".repeat(bytesMax / 4);
    for (const add of ["add", "keep"] as const) {
      const text = new DocumentText(format);
      for (const _ of [1, 2]) text[add](half);
      expect(() => text[add]("x")).toThrow("at most");
    }
    requireRoom(format, mocksMax);
    expect(() => requireRoom(format, mocksMax + 1)).toThrow("at most");
  });
});

describe("what is left out", () => {
  test.each(["openapi", "postman"] as const)("of %s names little of a long endpoint", async (format) => {
    const rows = [1, 2].map(() => rowOf({ name: "M", endpoint: `/b/${"z".repeat(1900)}` }));
    const document = JSON.parse(await documentOf(format, rows));
    const [{ reason }, ...others] = document["x-fieldkit-left-out"];
    expect(reason).toMatch(/^The document has GET \/b\/z{197}… in its place\.$/);
    expect(others).toEqual([]);
  });

  test("counts as it comes", () => {
    const without = new LeftOutMocks(new DocumentText("openapi"));
    const mock = { name: "M", method: "GET", endpoint: "x".repeat(exportLimits.openapi.bytesMax / 2 - 100) };
    for (const _ of [1, 2]) without.add(mock, "short");
    expect(() => without.add(mock, "long")).toThrow("at most");
  });
});

test("files that are bodies travel with their mocks, each once and from their project alone", async () => {
  const file = (name: string, of = projectId) => ({
    ...{ id: uuidv7(), projectId: of, name, contentType: "image/png", createdAt: new Date(0) },
    ...{ size: 3, sha256: "", content: Buffer.from([0, 255, 10]) },
  });
  const [own, other] = [file("a.png"), file("b.png", (await insertProject()).id)];
  const large = { ...file("c.png"), size: exportedFileBytesMax + 1, sha256: "abc" };
  await db().insert(mockFiles).values([own, other, large]);
  const files = new FilesOfMocks(db(), projectId);
  const response = {
    ...rowOf({ name: "M", endpoint: "/", responses: [{}] }).responses[0],
    bodyFileId: own.id,
  };
  files.note({ bodyFileId: own.id, responses: [response as never] });
  files.note({ bodyFileId: other.id, responses: [] });
  files.note({ bodyFileId: null, responses: [] });
  files.note({ bodyFileId: large.id, responses: [] });
  const found: unknown[] = [];
  for await (const each of files.read()) found.push(each);
  expect(found).toEqual([
    { id: own.id, name: "a.png", contentType: "image/png", base64: "AP8K" },
    // It would be too large as base64.
    {
      ...{ id: large.id, name: "c.png", contentType: "image/png", sha256: "abc" },
      leftOut: expect.stringContaining("3.5 MiB"),
    },
  ]);
});
