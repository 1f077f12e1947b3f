import { createCipheriv, createHash, createHmac } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { gzipSync } from "node:zlib";
import github from "@octokit/webhooks-examples";
import { beforeAll, describe, expect, it } from "vitest";
import { createSite, type Site } from "./fixtures";
import { createInbox, type Inbox } from "./inbox";

/** As many as an inbox keeps, so that each of these batches fills it and pushes the one before out. */
const batchSize = 50;
const secret = "It's a Secret to Everybody";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});

type Sent = { name: string; body: Buffer; headers?: OutgoingHttpHeaders; chunked?: boolean };

const digestOf = (body: Buffer) => createHash("sha256").update(body).digest("hex");

/** Captures one of them; the id that its sender was told. */
async function capture(inbox: Inbox, { name, ...call }: Sent): Promise<string> {
  const answer = await inbox.capture({ method: "POST", path: `?name=${encodeURIComponent(name)}`, ...call });
  expect(answer.status, `${name}: ${answer.text()}`).toBe(200);
  return answer.json<{ id: string }>().id;
}

async function bytesOf(inbox: Inbox, id: string): Promise<Buffer> {
  const answer = await site.owner.get(`${inbox.api}/requests/${id}/body`);
  expect(answer.status, answer.text()).toBe(200);
  return answer.body;
}

/** Sends all, as many at once as are kept, and compares each with the bytes that are kept of it. */
async function expectExact(inbox: Inbox, all: readonly Sent[]): Promise<void> {
  for (let at = 0; at < all.length; at += batchSize) {
    const batch = all.slice(at, at + batchSize);
    const ids = await Promise.all(batch.map((each) => capture(inbox, each)));
    const kept = await Promise.all(ids.map((id) => bytesOf(inbox, id)));
    expect(kept.map((body, index) => [batch[index]?.name, digestOf(body)])).toEqual(
      batch.map(({ name, body }) => [name, digestOf(body)]),
    );
  }
}

describe("GitHub's payloads", () => {
  /** As GitHub sends them: with its event, its delivery and a signature of the bytes. */
  const deliveries = github.flatMap(({ name, examples }) =>
    examples.map((payload, at) => {
      const body = Buffer.from(JSON.stringify(payload));
      return {
        name: `${name} ${at + 1}`,
        body,
        headers: {
          "content-type": "application/json",
          "user-agent": "GitHub-Hookshot/044aadd",
          "x-github-event": name,
          "x-github-delivery": `${name}-${at + 1}`,
          "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
        },
      };
    }),
  );

  it(`all ${deliveries.length} are kept byte for byte`, async () => {
    expect(deliveries.length).toBeGreaterThan(300);
    await expectExact(await createInbox(site), deliveries);
  });

  it("one of every event is valid, and can be verified from what the API shows", async () => {
    const inbox = await createInbox(site, { signature: { scheme: "github", secret } });
    const one = [...new Map(deliveries.map((each) => [each.headers["x-github-event"], each])).values()];
    expect(one.length).toBeGreaterThan(batchSize);
    for (const each of [one.slice(0, batchSize), one.slice(batchSize)]) {
      await Promise.all(each.map((delivery) => capture(inbox, delivery)));
      const shown = (await inbox.requests()).slice(0, each.length);
      const verified = shown.map(({ headers, body, bodyEncoding, signature: checked }) => {
        expect(checked?.verdict).toBe("valid");
        const bytes = Buffer.from(body, bodyEncoding);
        const signature = `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`;
        expect(headers["x-hub-signature-256"]).toBe(signature);
        return headers["x-github-event"];
      });
      expect(verified.sort()).toEqual(each.map(({ headers }) => headers["x-github-event"]).sort());
    }
  });
});

describe("what forms and tools send", () => {
  async function upload(): Promise<Sent> {
    const form = new FormData();
    form.set("name", "Zoë");
    form.set("file", new Blob([randomBytes(70_000)]), 'a "photo".jpg');
    const encoded = new Response(form);
    const type = encoded.headers.get("content-type") ?? "";
    const body = Buffer.from(await encoded.arrayBuffer());
    return { name: "a multipart upload", body, headers: { "content-type": type } };
  }
  const form = Buffer.from("payload=%7B%22a%22%3A1%7D&empty=&name=Zo%C3%AB+%26+co&name=again");
  const text = Buffer.from(JSON.stringify({ event: "order.paid", lines: Array(500).fill({ sku: "A-1" }) }));

  it.each<[string, () => Sent | Promise<Sent>, "utf8" | "base64"]>([
    ["a multipart upload", upload, "base64"],
    [
      "a form",
      () => ({
        name: "a form",
        body: form,
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
      "utf8",
    ],
    [
      "a gzip body, as it was compressed",
      () => ({
        name: "gzip",
        body: gzipSync(text),
        headers: { "content-type": "application/json", "content-encoding": "gzip" },
      }),
      "base64",
    ],
    [
      "what claims to be gzip and is not",
      () => ({ name: "not gzip", body: text, headers: { "content-encoding": "gzip" } }),
      "utf8",
    ],
    [
      "what claims to be JSON and is not",
      () => ({ name: "not JSON", body: form, headers: { "content-type": "application/json" } }),
      "utf8",
    ],
  ])("%s", async (_, make, bodyEncoding) => {
    const sent = await make();
    for (const chunked of [false, true]) {
      const inbox = await createInbox(site);
      await expectExact(inbox, [{ ...sent, chunked }]);
      const newest = await inbox.newest();
      expect(newest).toMatchObject({ bodyEncoding, size: sent.body.byteLength, headers: sent.headers });
      expect(Buffer.from(newest.body, bodyEncoding).equals(sent.body)).toBe(true);
    }
  });
});

/** Counter mode turns zeros into a stream of bytes that is random to any reader, and the same in every run. */
const stream = createCipheriv("aes-128-ctr", "a seed, 16 bytes", Buffer.alloc(16));
function randomBytes(size: number): Buffer<ArrayBuffer> {
  return Buffer.from(stream.update(Buffer.alloc(size)));
}

describe("binary bodies", () => {
  const limit = 1024 * 1024;
  /** Around the sizes of pieces: of the sender's chunks, of what the bus carries, of what is taken at all. */
  const edges = [0, 1, 49_151, 49_152, 49_153, 65_535, 65_536, 65_537, limit - 1, limit];
  const fraction = () => randomBytes(4).readUInt32LE() / 2 ** 32;
  /** Half of them have less than 600 bytes, one in a hundred has more than 600 KiB. */
  const randomSize = () => Math.floor(2 ** (20 * fraction() ** 1.2)) - 1;

  it("200 of up to 1 MiB are kept byte for byte, sent in chunks and with their length", async () => {
    const sizes = [...edges, ...edges, ...Array.from({ length: 180 }, randomSize)];
    const bodies = sizes.map((size, at) => ({
      name: `${at}: ${size} bytes`,
      body: randomBytes(size),
      chunked: at < edges.length || (at >= 2 * edges.length && fraction() < 0.5),
    }));
    expect(bodies).toHaveLength(200);
    await expectExact(await createInbox(site), bodies);
  }, 300_000);
});
