import { parse } from "content-disposition";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, expectRefusal, isServerDoor, nextPage, send, statusesOf } from "./client";
import { emptyRange } from "./contents";
import { createSite, done, type Person, type Site, unknownId } from "./fixtures";

type Attachment = { id: string; releaseId: string; name: string; contentType: string; size: number };

const mebibyte = 1024 * 1024;
let site: Site;
let releases: string;

beforeAll(async () => {
  site = await createSite();
  releases = `/api/projects/${site.project.id}/releases`;
});

/** Attachments belong to a release in whatever state. */
async function newRelease(): Promise<string> {
  const { id } = await done<{ id: string }>(site.owner.post(`${releases}/generate`, emptyRange), 201);
  return `${releases}/${id}/attachments`;
}

type Upload = { name?: string; type?: string; content?: Buffer | string; field?: string };

/** A form with one file, as a browser or curl writes it. */
async function upload(by: Person, path: string, file: Upload = {}): Promise<Answer> {
  const { name = "plan.txt", type = "text/plain", content = "hello", field = "file" } = file;
  const form = new FormData();
  form.append(field, new File([content as BlobPart], name, { type }));
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "";
  const body = Buffer.from(await encoded.arrayBuffer());
  return by.call("POST", path, body, { "content-type": contentType });
}

const attach = (path: string, file: Upload = {}) => done<Attachment>(upload(site.owner, path, file), 201);

describe("an attachment", () => {
  it("is stored as it is, listed newest first, downloaded and deleted", async () => {
    const path = await newRelease();
    const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const first = await attach(path, { content, type: "application/x-thing", name: "thing.bin" });
    expect(first).toEqual({
      id: expect.any(String),
      releaseId: path.split("/").at(-2),
      name: "thing.bin",
      contentType: "application/x-thing",
      size: 256,
      createdAt: expect.any(String),
    });
    const second = await attach(path, { content: "" });
    expect(await done<Attachment[]>(site.owner.get(path))).toEqual([second, first]);
    const page = await site.owner.get(`${path}?limit=1`);
    expect(await done<Attachment[]>(site.owner.get(nextPage(page) ?? ""))).toEqual([first]);
    for (const method of ["GET", "HEAD"]) {
      const answer = await site.owner.call(method, `${path}/${first.id}`);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "application/x-thing",
        // Next sends in chunks.
        ...(isServerDoor && { "content-length": "256" }),
        "content-disposition": "attachment; filename=thing.bin",
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox",
        "cache-control": "no-store, no-transform",
      });
      expect(answer.body).toEqual(method === "GET" ? content : Buffer.alloc(0));
    }
    expect(await done(site.owner.delete(`${path}/${first.id}`))).toEqual({ success: true });
    for (const id of [first.id, unknownId, "x"]) {
      expectRefusal(await site.owner.get(`${path}/${id}`), 404, "Attachment not found");
      expectRefusal(await site.owner.delete(`${path}/${id}`), 404, "Attachment not found");
    }
  });

  it("belongs to its release only, and goes with it", async () => {
    const [one, other] = [await newRelease(), await newRelease()];
    const { id } = await attach(one);
    expectRefusal(await site.owner.get(`${other}/${id}`), 404, "Attachment not found");
    await done(site.owner.delete(one.replace(/\/attachments$/, "")));
    expectRefusal(await site.owner.get(`${one}/${id}`), 404, "Release not found");
    expectRefusal(await upload(site.owner, one), 404, "Release not found");
  });

  it.each([
    ["a/b\\c.txt", "c.txt"],
    ["Zoë “1”\u202e.txt", "Zoë “1”.txt"],
    ['a";filename="b.txt', 'a";filename="b.txt'],
    ["a\r\nSet-Cookie: b", "aSet-Cookie: b"],
  ])("its name %j is kept as %j, and is safe in a header", async (given, name) => {
    const path = await newRelease();
    const made = await attach(path, { name: given });
    expect(made.name).toBe(name);
    const { headers } = await site.owner.get(`${path}/${made.id}`);
    expect(headers["set-cookie"]).toBeUndefined();
    const disposition = headers["content-disposition"] ?? "";
    expect(parse(disposition), disposition).toMatchObject({
      type: "attachment",
      parameters: { filename: name },
    });
  });
});

describe("an upload", () => {
  it("of a page is never shown as one", async () => {
    const path = await newRelease();
    const { id } = await attach(path, { content: "<script>1</script>", type: "text/html", name: "a.html" });
    const { headers } = await site.owner.get(`${path}/${id}`);
    expect(headers["content-disposition"]).toMatch(/^attachment;/);
    expect(headers["content-security-policy"]).toBe("sandbox");
  });

  it("may have 5 MiB, and 413 says so beyond", async () => {
    const path = await newRelease();
    const { size } = await attach(path, { content: Buffer.alloc(5 * mebibyte, 1) });
    expect(size).toBe(5 * mebibyte);
    for (const bytes of [5 * mebibyte + 1, 6 * mebibyte]) {
      const body = expectRefusal(await upload(site.owner, path, { content: Buffer.alloc(bytes) }), 413);
      expect(body.code).toBe("payload_too_large");
    }
    const chunked = await send({
      method: "POST",
      path,
      headers: { cookie: site.owner.cookie, "content-type": "multipart/form-data; boundary=x" },
      body: Buffer.alloc(6 * mebibyte),
      chunked: true,
    });
    expect(chunked.status).toBe(413);
  });

  it("fits with the others of its release into 20 MiB, also of six at once", async () => {
    const path = await newRelease();
    const content = Buffer.alloc(5 * mebibyte);
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(site.owner, path, { content })));
    expect(statusesOf(answers)).toEqual({ 201: 4, 413: 2 });
    const [last] = await done<Attachment[]>(site.owner.get(path));
    expect(expectRefusal(await upload(site.owner, path), 413).error).toContain("0 are left");
    await done(site.owner.delete(`${path}/${last?.id}`));
    await attach(path);
  });

  it("that is no form is 415", async () => {
    const path = await newRelease();
    expectRefusal(await site.owner.post(path, { file: "x" }), 415);
    const headers = { cookie: site.owner.cookie };
    expectRefusal(await send({ method: "POST", path, headers, body: "x" }), 415);
  });

  it.each([
    ["without a boundary", "multipart/form-data", "x"],
    ["that breaks off", "multipart/form-data; boundary=x", "--x\r\nContent-Disp"],
    ["without parts", "multipart/form-data; boundary=x", "--x--\r\n"],
    [
      "with text instead of a file",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nhello\r\n--x--\r\n',
    ],
    [
      "with two files",
      "multipart/form-data; boundary=x",
      `${'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello\r\n'.repeat(2)}--x--\r\n`,
    ],
  ])("%s is 400", async (_, contentType, body) => {
    const path = await newRelease();
    const answer = await site.owner.call("POST", path, body, { "content-type": contentType });
    expect(expectRefusal(answer, 400).issues?.length).toBeGreaterThan(0);
    expect(await done(site.owner.get(path))).toEqual([]);
  });

  it("under another field, or without a name, is 400", async () => {
    const path = await newRelease();
    expectRefusal(await upload(site.owner, path, { field: "files" }), 400);
    expectRefusal(await upload(site.owner, path, { name: ".." }), 400);
  });
});
