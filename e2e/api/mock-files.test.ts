import { parse } from "content-disposition";
import { describe, expect, it, test } from "vitest";
import { expectRefusal, issuePaths } from "./client";
import { content, FileSite, type MockFile, sha256 } from "./file-site";
import { createProject, done, unknownId, uuid } from "./fixtures";

const MiB = 1024 * 1024;
const at = new FileSite();

describe("a file", () => {
  it("is listed, downloaded as it is and never as a page, and deleted", async () => {
    const file = await at.uploaded({ name: "../a/page.html", type: "text/html" });
    const shown = {
      projectId: at.site.project.id,
      name: "page.html",
      contentType: "text/html",
      size: 256,
      sha256,
    };
    expect(file).toMatchObject({ id: uuid, ...shown, mocks: 0 });
    const other = await at.uploaded({ name: "b.txt", type: "multipart/mixed", content: "" });
    expect(other).toMatchObject({ contentType: "application/octet-stream", size: 0 });
    expect(await at.listed()).toEqual([other, file]);
    expect(await done<MockFile[]>(at.site.owner.get(`${at.files}?sort=-size&q=page&fields=mocks`))).toEqual([
      { id: file.id, mocks: 0 },
    ]);
    const answer = await at.site.owner.get(`${at.files}/${file.id}`);
    expect(answer.body).toEqual(content);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html",
      "content-disposition": "attachment; filename=page.html",
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
    });
    await done(at.site.owner.delete(`${at.files}/${file.id}`));
    for (const id of [file.id, unknownId, "x"]) {
      expectRefusal(await at.site.owner.get(`${at.files}/${id}`), 404, "File not found");
      expectRefusal(await at.site.owner.delete(`${at.files}/${id}`), 404, "File not found");
    }
  });

  it("has 5 MiB at most, and a name", async () => {
    await at.uploaded({ content: Buffer.alloc(5 * MiB, 7) });
    expectRefusal(await at.upload({ content: Buffer.alloc(5 * MiB + 1) }), 413);
    expect(issuePaths(await at.upload({ name: ".." }))).toEqual(["file"]);
    expect(issuePaths(await at.form(at.files, [["file", "a text"]]))).toEqual(["file"]);
    expect(await at.listed()).toHaveLength(1);
  });

  it.each([
    ["Zoë “1”\u202e.txt", "Zoë “1”.txt"],
    ['a";filename="b.txt', 'a";filename="b.txt'],
    ["a\r\nSet-Cookie: b", "aSet-Cookie: b"],
  ])("named %j is kept as %j, and safe in a header", async (given, name) => {
    const made = await at.uploaded({ name: given });
    expect(made.name).toBe(name);
    const { headers } = await at.site.owner.get(`${at.files}/${made.id}`);
    expect(headers["set-cookie"]).toBeUndefined();
    expect(parse(headers["content-disposition"] ?? "").parameters).toMatchObject({ filename: name });
  });

  it("stays as long as a mock has it", async () => {
    const { id } = await at.uploaded();
    const own = await at.mock({ name: "Own", endpoint: "/a", bodyFileId: id.toUpperCase() });
    expect(own.bodyFileId).toBe(id);
    const responses = [{ bodyFileId: id }, { bodyFileId: id }, { body: `"bodyFileId":"${unknownId}"` }];
    const others = await Promise.all(
      ["b", "c", "d"].map((name) => at.mock({ name, endpoint: `/${name}`, responses })),
    );
    expect(await at.listed()).toMatchObject([{ id, mocks: 4 }]);
    const refusal = expectRefusal(await at.site.owner.delete(`${at.files}/${id}`), 409);
    expect(refusal.error).toMatch(/^4 mocks answer with this file: “Own”, “.”, “.” and 1 more\./);
    await done(at.site.owner.put(`${at.site.mocks}/${own.id}`, { bodyFileId: null }));
    for (const other of others) await done(at.site.owner.delete(`${at.site.mocks}/${other.id}`));
    await done(at.site.owner.delete(`${at.files}/${id}`));
    const [{ id: back } = { id: "" }] = others;
    const restored = `/api/projects/${at.site.project.id}/deletions/mock/${back}/restore`;
    expect(issuePaths(await at.site.owner.post(restored), 409)).toEqual([
      "responses.0.bodyFileId",
      "responses.1.bodyFileId",
    ]);
    expect((await at.ask("/b")).status).toBe(404);
  });
});

describe("a mock", () => {
  const refused = async (fields: Record<string, unknown>) => {
    const answer = await at.site.owner.post(at.site.mocks, { name: "A", endpoint: "/refused", ...fields });
    expect(answer.status).toBe(400);
    return issuePaths(answer);
  };

  it("is refused without storing anything where its bytes are none", async () => {
    const { id } = await at.uploaded();
    const elsewhere = await createProject(at.site.owner, at.site.team.id);
    const base64 = { bodyEncoding: "base64" };
    expect(await refused({ ...base64, responseBody: "not base64" })).toEqual(["responseBody"]);
    expect(await refused({ ...base64, responseBody: "AAA" })).toEqual(["responseBody"]);
    expect(await refused({ ...base64 })).toEqual(["responseBody"]);
    expect(await refused({ ...base64, responseBody: "AAAA", templated: true })).toEqual(["templated"]);
    expect(await refused({ bodyFileId: id, templated: true })).toEqual(["templated"]);
    expect(await refused({ bodyFileId: "x" })).toEqual(["bodyFileId"]);
    expect(await refused({ bodyEncoding: "hex" })).toEqual(["bodyEncoding"]);
    expect(await refused({ bodyFileId: unknownId, responses: [{}, { bodyFileId: unknownId }] })).toEqual([
      "bodyFileId",
      "responses.1.bodyFileId",
    ]);
    const responses = [
      { ...base64, body: "*" },
      { bodyFileId: id, templated: true },
    ];
    expect(await refused({ responses })).toEqual(["responses.0.body", "responses.1.templated"]);
    const foreign = await at.site.owner.post(`/api/projects/${elsewhere.id}/mocks`, {
      ...{ name: "A", endpoint: "/a", bodyFileId: id },
    });
    expect(issuePaths(foreign)).toEqual(["bodyFileId"]);
    const made = await at.mock({ templated: true });
    const changes = await at.site.owner.put(`${at.site.mocks}/${made.id}`, { bodyFileId: id });
    expect(issuePaths(changes)).toEqual(["templated"]);
    expect(await at.listed()).toMatchObject([{ mocks: 0 }]);
  });

  it("keeps its text beside a file, and answers it again without", async () => {
    const { id } = await at.uploaded();
    const made = await at.mock({ endpoint: "/kept", responseBody: '{"kept": 1}', bodyFileId: id });
    expect(made).toMatchObject({ bodyEncoding: "text", bodyFileId: id, responseBody: '{"kept": 1}' });
    expect((await at.ask("/kept")).body).toEqual(content);
    await done(at.site.owner.put(`${at.site.mocks}/${made.id}`, { bodyFileId: null }));
    expect((await at.ask("/kept")).text()).toBe('{"kept": 1}');
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ["a file", {}, { "content-type": "application/x-thing" }],
    [
      "base64",
      { bodyFileId: null, bodyEncoding: "base64", responseBody: content.toString("base64") },
      { "content-type": "application/octet-stream" },
    ],
  ])("answers with the bytes of %s, whole or in parts", async (_, fields, headers) => {
    const { id } = await at.uploaded();
    await at.mock({ method: "ANY", endpoint: "/bytes", bodyFileId: id, ...fields });
    const whole = await at.ask("/bytes");
    expect([whole.status, whole.body]).toEqual([200, content]);
    const etag = `"${sha256}"`;
    expect(whole.headers).toMatchObject({
      ...headers,
      ...{ etag, "accept-ranges": "bytes", "content-length": "256", "x-content-type-options": "nosniff" },
      "access-control-expose-headers": "ETag, Accept-Ranges, Content-Range",
    });
    const shown = async (asked: Record<string, string>, method = "GET") => {
      const answer = await at.ask("/bytes", asked, method);
      return [answer.status, [...answer.body], answer.headers["content-range"]];
    };
    expect(await shown({ range: "bytes=10-12" })).toEqual([206, [10, 11, 12], "bytes 10-12/256"]);
    expect(await shown({ range: "bytes=-2" })).toEqual([206, [254, 255], "bytes 254-255/256"]);
    expect(await shown({ range: "bytes=256-" })).toEqual([416, [], "bytes */256"]);
    expect(await shown({ range: "bytes=0-1,5-6" })).toEqual([200, [...content], undefined]);
    expect(await shown({ range: "bytes=1-1", "if-range": etag })).toEqual([206, [1], "bytes 1-1/256"]);
    expect(await shown({ range: "bytes=1-1", "if-range": '"x"' })).toEqual([200, [...content], undefined]);
    expect(await shown({ "if-none-match": etag })).toEqual([304, [], undefined]);
    expect(await shown({}, "HEAD")).toEqual([200, [], undefined]);
    // What changes something is answered as a whole, and has no tag.
    const posted = await at.ask("/bytes", { range: "bytes=1-1", "if-none-match": etag }, "POST");
    expect([posted.status, posted.body, posted.headers.etag]).toEqual([200, content, undefined]);
  });

  it("says what a file is, and guards what could be a page", async () => {
    const page = await at.uploaded({ type: "text/html", content: "<script>1</script>" });
    await at.mock({ endpoint: "/page", bodyFileId: page.id });
    const csv = { "content-type": "text/csv", ETag: '"mine"' };
    await at.mock({ endpoint: "/own", bodyFileId: page.id, responseHeaders: csv });
    await at.mock({ endpoint: "/missing", bodyFileId: page.id, statusCode: 404 });
    await at.mock({ endpoint: "/empty", bodyFileId: page.id, statusCode: 204 });
    expect((await at.ask("/page")).headers).toMatchObject({
      "content-type": "text/html",
      "content-security-policy": "sandbox allow-scripts allow-forms",
    });
    expect((await at.ask("/own")).headers).toMatchObject({ "content-type": "text/csv", etag: '"mine"' });
    expect((await at.ask("/own", { "if-none-match": '"mine"' })).status).toBe(304);
    const missing = await at.ask("/missing", { range: "bytes=0-1" });
    expect([missing.status, missing.text(), missing.headers.etag]).toEqual([
      404,
      "<script>1</script>",
      undefined,
    ]);
    const empty = await at.ask("/empty");
    expect([empty.status, empty.body.length]).toEqual([204, 0]);
  });

  it("chooses among files, sends them slowly, and breaks them off", async () => {
    const [a, b] = [await at.uploaded({ content: "a".repeat(1000) }), await at.uploaded({ content: "b" })];
    const when = { all: [{ in: "query", name: "b", exists: true }] };
    const responses = [{ bodyFileId: b.id, when }];
    await at.mock({ endpoint: "/two", bodyFileId: a.id, bytesPerSecond: 5000, responses });
    expect((await at.ask("/two")).text()).toBe("a".repeat(1000));
    expect((await at.ask("/two?b")).text()).toBe("b");
    await at.mock({ endpoint: "/broken", bodyFileId: a.id, fault: "truncated" });
    await expect(at.ask("/broken")).rejects.toThrow();
  });

  it("is previewed with its file", async () => {
    const { id } = await at.uploaded();
    const given = {
      endpoint: "/a",
      bodyFileId: id,
      request: { path: "/a", headers: { Range: "bytes=1-3" } },
    };
    const { answer } = await done<{ answer: Record<string, unknown> }>(
      at.site.owner.post(`${at.site.mocks}/preview`, given),
    );
    expect(answer).toMatchObject({
      statusCode: 206,
      encoding: "text",
      body: "\u0001\u0002\u0003",
      bodyBytes: 3,
    });
    const unknown = await at.site.owner.post(`${at.site.mocks}/preview`, { ...given, bodyFileId: unknownId });
    expect(issuePaths(unknown)).toEqual(["bodyFileId"]);
  });
});
