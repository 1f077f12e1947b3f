import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { issuePaths } from "./client";
import { createSite, done, type Person, type Site, signUp } from "./fixtures";
import { countsOf, importMocks, uploadMocks } from "./imported-mocks";

let site: Site;
let owner: Person;
beforeAll(async () => {
  owner = await signUp();
});
beforeEach(async () => {
  site = await createSite(owner);
});

const imported = (file: object | string) => importMocks(site, file);
const upload = (
  file: string | Buffer<ArrayBuffer>,
  fields?: Record<string, string>,
  files?: readonly string[],
) => uploadMocks(site, file, fields, files);

describe("what can't be imported", () => {
  it("is skipped with a reason, and the rest is not", async () => {
    const mocks = [
      { name: "Good", endpoint: "/good" },
      { name: "Twice", endpoint: "/good" },
      { name: "", endpoint: "/bad" },
      { name: "Dead", endpoint: "~^users" },
      { name: "Broken", endpoint: "/broken", templated: true, responseBody: "{{ a" },
    ];
    const outcome = await imported({ fieldkit: 1, mocks });
    expect(countsOf(outcome)).toEqual([1, 0, 0, 4]);
    expect(outcome.entries.slice(1).map(({ notes }) => notes.join())).toEqual([
      expect.stringContaining("already"),
      expect.stringContaining("name"),
      expect.stringContaining("never match"),
      expect.stringContaining("line 1"),
    ]);
  });

  it.each([
    ["nothing", ""],
    ["a text", "hello there"],
    ["broken JSON", '{"openapi": "3.0.0",'],
    ["JSON of something else", '{"a": 1}'],
    ["arrays in arrays", "[".repeat(100_000)],
  ])("%s is 400 at the file", async (_what, file) => {
    expect(issuePaths(await upload(file))).toEqual(["file"]);
  });

  it.each<[what: string, mock: object]>([
    ["a callback to a private address", { callbacks: [{ url: "https://10.0.0.1/" }] }],
    ["a callback to this machine", { callbacks: [{ url: "http://127.0.0.1/" }] }],
    ["a NUL character", { responseBody: "a\0b" }],
    ["half of a character", { name: "\ud800" }],
    ["a key that harms", { responseHeaders: JSON.parse('{"__proto__": "a"}') }],
    ["no name", { name: " " }],
    ["a file of nobody", { bodyFileId: crypto.randomUUID() }],
  ])("is skipped for what a mock by itself is refused for: %s", async (_, mock) => {
    const whole = { name: "A", endpoint: "/a", ...mock };
    const { issues } = (await site.owner.post(site.mocks, whole)).json() as {
      issues: { path: string; message: string }[];
    };
    const outcome = await imported({ fieldkit: 1, mocks: [whole] });
    expect(countsOf(outcome)).toEqual([0, 0, 0, 1]);
    expect(outcome.entries[0]?.notes).toEqual(issues.map(({ path, message }) => `${path} ${message}`));
  });

  it("is a callback that this installation does not make, if it is another tool's", async () => {
    const parameters = { method: "POST", url: "http://10.0.0.1/hook" };
    const mapping = {
      request: { method: "GET", urlPath: "/hooked" },
      response: { status: 200 },
      serveEventListeners: [{ name: "webhook", parameters }],
    };
    const outcome = await imported({ mappings: [mapping] });
    expect(countsOf(outcome)).toEqual([1, 0, 0, 0]);
    expect(outcome.entries[0]?.notes).toEqual([expect.stringMatching(/^A callback is left out: /)]);
    expect(await done(site.owner.get(`${site.mocks}/${outcome.entries[0]?.mockId}`))).toMatchObject({
      callbacks: [],
    });
  });

  it("is a text that is not UTF-8", async () => {
    const latin1 = Buffer.from(
      JSON.stringify({ fieldkit: 1, mocks: [{ name: "ä", endpoint: "/a" }] }),
      "latin1",
    );
    expect(issuePaths(await upload(latin1))).toEqual(["file"]);
  });

  it.each(["openapi", "postman", "har", "mockoon", "wiremock", "fieldkit"])(
    "is 400 where it is said to be %s",
    async (format) => {
      const answer = await upload('["a"]', { format });
      expect(issuePaths(answer)).toEqual(["file"]);
      expect(answer.text()).toMatch(/Th(is|ese) .* no /);
    },
  );

  it("may have 5 MiB, and is 400 at the file beyond", async () => {
    const bytesMax = 5 * 1024 * 1024;
    const json = JSON.stringify({ fieldkit: 1, mocks: [] });
    expect(countsOf(await imported(json.padEnd(bytesMax)))).toEqual([0, 0, 0, 0]);
    expect(issuePaths(await upload(json.padEnd(bytesMax + 1)))).toEqual(["file"]);
    const besides = (size: number) => upload(json, {}, ["a".repeat(size)]);
    expect((await besides(bytesMax - json.length)).status).toBe(200);
    expect(issuePaths(await besides(bytesMax - json.length + 1))).toEqual(["files"]);
  });

  it("is too much beyond a quota, and then nothing is imported", async () => {
    const mocks = Array.from({ length: 501 }, (_, n) => ({ name: "E", endpoint: `~^/e${n}$` }));
    const document = JSON.stringify({ fieldkit: 1, mocks });
    const [answer, preview] = [await upload(document), await upload(document, { dryRun: "true" })];
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ code: "quota_exceeded" });
    const { requestId: _, ...said } = answer.json() as { requestId: string };
    expect(preview.status).toBe(409);
    expect(preview.json()).toMatchObject(said);
    expect(await done(site.owner.get(site.mocks))).toEqual([]);
  });
});
