import { describe, expect, it } from "vitest";
import { issuePaths } from "./client";
import { content, FileSite, fileOf, sha256 } from "./file-site";
import { done, type Mock, unknownId } from "./fixtures";

type Entry = { result: string; mockId: string | null; notes: string[] };

const at = new FileSite();

describe("an import", () => {
  const imported = (document: unknown, others: File[] = [], fields: Record<string, string> = {}) =>
    done<{ entries: Entry[] }>(
      at.form(`${at.site.mocks}/import`, [
        ["file", new File([JSON.stringify(document)], "document.json")],
        ...others.map((file): [string, File] => ["files", file]),
        ...Object.entries(fields),
      ]),
    );
  const results = ({ entries }: { entries: Entry[] }) => entries.map(({ result }) => result);

  const mapping = (urlPath: string, response: object) => ({ request: { method: "GET", urlPath }, response });
  const mappings = {
    mappings: [
      mapping("/logo", { bodyFileName: "img/logo.png" }),
      mapping("/hello", { bodyFileName: "hello.txt", transformers: ["response-template"] }),
      mapping("/missing", { bodyFileName: "missing.bin" }),
      mapping("/bytes", { base64Body: "/wD+" }),
    ],
  };

  it("takes along the files that a document mentions, and each only once", async () => {
    const given = [
      fileOf({ name: "logo.png", type: "image/png" }),
      fileOf({ name: "hello.txt", content: "Hello {{request.query.name}}", type: "text/plain" }),
      fileOf({ name: "unused.bin", content: "unused" }),
    ];
    expect(results(await imported(mappings, given, { dryRun: "true" }))).toEqual(Array(4).fill("created"));
    expect(await at.listed()).toEqual([]);
    const made = await imported(mappings, given);
    expect(made.entries.flatMap(({ notes }) => notes)).toEqual([
      "Its body is a file that was not given: missing.bin.",
    ]);
    expect(await at.listed()).toMatchObject([
      { name: "logo.png", contentType: "image/png", sha256, mocks: 1 },
    ]);
    const logo = await at.ask("/logo");
    expect([logo.headers["content-type"], logo.body]).toEqual(["image/png", content]);
    expect((await at.ask("/hello?name=Ada")).text()).toBe("Hello Ada");
    expect((await at.ask("/bytes")).body).toEqual(Buffer.from([0xff, 0, 0xfe]));
    expect(results(await imported(mappings, given))).toEqual(Array(4).fill("unchanged"));
    expect(await at.listed()).toHaveLength(1);
  });

  it("takes an export back with its files, here and elsewhere", async () => {
    const { id } = await at.uploaded();
    await at.mock({ endpoint: "/one", bodyFileId: id, responses: [{ bodyFileId: id, name: "again" }] });
    const document = await done<object>(at.site.owner.get(`${at.site.mocks}/export`));
    expect(results(await imported(document))).toEqual(["unchanged"]);
    await at.inNewProject();
    expect(results(await imported(document))).toEqual(["created"]);
    expect((await at.ask("/one")).body).toEqual(content);
    expect(await at.listed()).toMatchObject([{ name: "thing.bin", sha256, mocks: 1 }]);
    const [own] = await done<Mock[]>(at.site.owner.get(at.site.mocks));
    expect(own?.bodyFileId).not.toBe(id);
  });

  it("finds a file that is too large for an export where it was uploaded", async () => {
    const large = { content: Buffer.alloc(5 * 1024 * 1024, 7) };
    const { id, sha256: hash } = await at.uploaded(large);
    await at.mock({ endpoint: "/large", responseBody: "instead", bodyFileId: id });
    const document = await done<{ files: object[] }>(at.site.owner.get(`${at.site.mocks}/export`));
    expect(document.files).toMatchObject([{ id, sha256: hash, leftOut: expect.stringContaining("MiB") }]);
    expect(results(await imported(document))).toEqual(["unchanged"]);
    await at.inNewProject();
    const { entries } = await imported(document);
    expect(entries).toMatchObject([
      {
        result: "created",
        notes: [expect.stringMatching(/^bodyFileId: .* thing\.bin \(application\/x-thing\)/)],
      },
    ]);
    expect((await at.ask("/large")).text()).toBe("instead");
    await at.uploaded(large);
    expect(results(await imported(document))).toEqual(["changed"]);
    expect((await at.ask("/large")).body).toHaveLength(large.content.byteLength);
    expect(results(await imported(document))).toEqual(["unchanged"]);
  });

  it("leaves out what has a file that is nowhere", async () => {
    const mocks = [{ name: "A", endpoint: "/a", bodyFileId: unknownId }];
    const { entries } = await imported({ fieldkit: 1, mocks });
    expect(entries).toMatchObject([{ result: "skipped", notes: ["bodyFileId is no file of this project"] }]);
    const broken = [{ id: unknownId, name: "a", contentType: "text/plain", base64: "*" }];
    expect(results(await imported({ fieldkit: 1, mocks, files: broken }))).toEqual(["skipped"]);
  });

  it("never gives a mock a file that is deleted meanwhile", async () => {
    const answers = new Set<string>();
    const rounds = process.env.FIELDKIT_THOROUGH ? 12 : 3;
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await at.uploaded();
      // Those that have it come in the last of several batches.
      const plain = Array.from({ length: 220 }, (_, index) => ({
        name: "M",
        endpoint: `/plain/${round}/${index}`,
      }));
      const mocks = [...plain, { name: "F", endpoint: `/file/${round}`, bodyFileId: id }];
      const importing = imported({ fieldkit: 1, mocks });
      await new Promise((resolve) => setTimeout(resolve, (round * 240) / rounds));
      const deleted = await at.site.owner.delete(`${at.files}/${id}`);
      const last = (await importing).entries.at(-1);
      const gives = await at.ask(`/file/${round}`);
      answers.add(`${deleted.status} ${last?.result} ${gives.status}`);
      if (last?.result === "skipped") expect(last.notes).toEqual(["bodyFileId is no file of this project"]);
      if (deleted.status === 409) await done(at.site.owner.delete(`${at.site.mocks}/${last?.mockId}`));
    }
    for (const answer of answers) expect(["200 skipped 404", "409 created 200"]).toContain(answer);
  });

  it("takes a hundred files, and no more", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => fileOf({ name: `${index}.bin` }));
    expect(results(await imported(mappings, many(100), { dryRun: "true" }))).toHaveLength(4);
    const parts = many(101).map((file): [string, File] => ["files", file]);
    const answer = await at.form(`${at.site.mocks}/import`, [["file", fileOf()], ...parts]);
    expect(issuePaths(answer)).toContain("files");
  });
});
