import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ReleaseWebhookDelivery } from "@/lib/releases/webhook-deliveries/contract";
import type { ReleaseWebhook } from "@/lib/releases/webhooks/contract";
import { targetPort } from "../target-port";
import { expectRefusal, send } from "./client";
import { emptyRange } from "./contents";
import { expectDescribed, type Received } from "./described-webhook";
import { createSite, createWebhook, done, pathOf, type Site } from "./fixtures";
import { withTimeAhead } from "./near-future";

type Made = ReleaseWebhook & { secret: string };

let site: Site;
let api: string;
let server: Server;
let received: Received[] = [];
let answer: (response: ServerResponse) => void;
const receiver = `http://127.0.0.1:${targetPort()}/hook`;

beforeAll(async () => {
  site = await createSite();
  api = `/api/projects/${site.project.id}`;
  server = createServer(async (request: IncomingMessage, response) => {
    const body = (await buffer(request)).toString("utf8");
    received.push({ headers: request.headers as Record<string, string>, body });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(targetPort(), "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});
beforeEach(() => {
  received = [];
  answer = (response) => response.writeHead(204).end();
});
afterEach(() => expectDescribed(received));

const withHook = async <T>(fields: Record<string, unknown>, work: (hook: Made) => Promise<T>) => {
  const path = `${api}/release-webhooks`;
  const hook = await done<Made>(site.owner.post(path, { url: receiver, ...fields }), 201);
  try {
    return await work(hook);
  } finally {
    await done(site.owner.delete(`${path}/${hook.id}`));
  }
};
const deliveriesOf = ({ id }: Made) =>
  done<ReleaseWebhookDelivery[]>(site.owner.get(`${api}/release-webhooks/${id}/deliveries`));
const ended = (hook: Made, count: number) =>
  expect
    .poll(async () => (await deliveriesOf(hook)).filter(({ state }) => state !== "pending").length, {
      timeout: 60_000,
    })
    .toBe(count);

async function draft(fields: Record<string, unknown> = {}): Promise<{ id: string }> {
  const release = await done<{ id: string }>(site.owner.post(`${api}/releases/generate`, emptyRange), 201);
  const path = `${api}/releases/${release.id}`;
  const status = async () => (await done<{ status: string }>(site.owner.get(path))).status;
  await expect.poll(status).toBe("draft");
  const text = { title: "v1.3.0", content: "## Fixes\n\n- **New:** Söße 🎉\n", ...fields };
  await done(site.owner.put(path, text));
  return release;
}
const act = (id: string, verb: string, fields = {}) =>
  done(site.owner.post(`${api}/releases/${id}/${verb}`, fields));

describe("what happens to a release", () => {
  it("is told in order, signed so that the library of the standard and an inbox find it valid", async () =>
    withHook({}, async (hook) => {
      const release = await draft();
      await act(release.id, "publish");
      await done(site.owner.put(`${api}/releases/${release.id}`, { title: "v1.3.0, corrected" }));
      await act(release.id, "unpublish");
      await done(site.owner.put(`${api}/releases/${release.id}`, { title: "Nobody's business" }));
      await ended(hook, 3);
      const events = received.map(({ body }) => JSON.parse(body));
      expect(events.map(({ type, data }) => [type, data.release.title])).toEqual([
        ["release.published", "v1.3.0"],
        ["release.updated", "v1.3.0, corrected"],
        ["release.unpublished", "v1.3.0, corrected"],
      ]);
      expect(events[0]).toMatchObject({
        timestamp: expect.stringMatching(/Z$/),
        data: {
          release: {
            ...{ id: release.id, content: "## Fixes\n\n- **New:** Söße 🎉\n", contentTruncated: false },
            ...{ labels: ["new", "fixed"], url: null, status: "published" },
          },
          project: { id: site.project.id, name: "Shop", slug: site.project.slug },
          team: { slug: site.team.slug },
        },
      });
      for (const { body, headers } of received) {
        expect(() => new Webhook(hook.secret).verify(body, headers)).not.toThrow();
        expect(() => new Webhook(hook.secret).verify(`${body} `, headers)).toThrow();
      }
      expect(await verdictOf(hook.secret, received[0] as Received)).toBe("valid");
      expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
    }));

  it("has the address of the public page while there is one", async () =>
    withHook({ events: ["release.published"] }, async (hook) => {
      await done(site.owner.put(`${api}/release-settings`, { changelog: true }));
      const release = await draft();
      await act(release.id, "publish");
      await ended(hook, 1);
      const { url } = JSON.parse(received[0]?.body ?? "").data.release;
      expect(url).toMatch(`/changelog/${site.team.slug}/${site.project.slug}/${release.id}`);
      await done(site.owner.put(`${api}/release-settings`, { changelog: false }));
    }));

  it("is told when a published one is deleted, and when it is put back", async () =>
    withHook({}, async (hook) => {
      const release = await draft();
      await act(release.id, "publish");
      await done(site.owner.delete(`${api}/releases/${release.id}`));
      await done(site.owner.post(`${api}/deletions/release/${release.id}/restore`, {}));
      await ended(hook, 3);
      expect(received.map(({ body }) => JSON.parse(body).type)).toEqual([
        ...["release.published", "release.unpublished", "release.published"],
      ]);
    }));

  it("is told of a publication at its time", async () =>
    withHook({}, async (hook) => {
      const release = await draft();
      await withTimeAhead(300, (publishAt) => act(release.id, "schedule", { publishAt }));
      await ended(hook, 1);
      expect(JSON.parse(received[0]?.body ?? "").data.release).toMatchObject({
        ...{ id: release.id, status: "published" },
      });
    }));

  it("is cut in an event of 256 KiB, however long the notes are", async () =>
    withHook({}, async (hook) => {
      const release = await draft({ content: "ä\n".repeat(120_000) });
      await act(release.id, "publish");
      await ended(hook, 1);
      const { body } = received[0] as Received;
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(256 * 1024);
      expect(JSON.parse(body).data.release.contentTruncated).toBe(true);
    }));
});

/** What an inbox with the scheme of Standard Webhooks says of a request that it gets as it was sent. */
async function verdictOf(secret: string, { headers, body }: Received): Promise<string> {
  const signature = { scheme: "standard-webhooks", secret };
  const inbox = await createWebhook(site.owner, site.project.id, { signature });
  const signed = ["webhook-id", "webhook-timestamp", "webhook-signature", "content-type"];
  const sent = Object.fromEntries(signed.map((name) => [name, headers[name] ?? ""]));
  await done(send({ method: "POST", path: pathOf(inbox), host: site.host, headers: sent, body }));
  const [capture] = await done<{ signature: { verdict: string } }[]>(
    site.owner.get(`${api}/webhooks/${inbox.id}/requests`),
  );
  return capture?.signature.verdict ?? "none";
}

describe("a receiver", () => {
  it("that fails gets the same message again, and the log has both tries", async () =>
    withHook({}, async (hook) => {
      let count = 0;
      answer = (response) => {
        count += 1;
        response.writeHead(count === 1 ? 503 : 200).end("well");
      };
      await act((await draft()).id, "publish");
      await ended(hook, 1);
      expect(received).toHaveLength(2);
      expect(received[0]?.body).toBe(received[1]?.body);
      expect(received[0]?.headers["webhook-id"]).toBe(received[1]?.headers["webhook-id"]);
      const [delivery] = await deliveriesOf(hook);
      const path = `${api}/release-webhooks/${hook.id}/deliveries/${delivery?.id}`;
      expect(await done(site.owner.get(path))).toMatchObject({
        ...{ state: "delivered", tries: 2, body: received[0]?.body },
        log: [
          { number: 1, statusCode: 503, error: "It was answered with 503.", answer: "well" },
          { number: 2, statusCode: 200, error: null },
        ],
      });
      await done(site.owner.post(`${path}/resend`, {}));
      await expect.poll(() => received.length).toBe(3);
      expect(received[2]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"]);
    }));

  it("that is gone is not asked again, until somebody lets it go on", async () =>
    withHook({}, async (hook) => {
      answer = (response) => response.writeHead(410).end();
      const path = `${api}/release-webhooks/${hook.id}`;
      await act((await draft()).id, "publish");
      const read = () => done<ReleaseWebhook>(site.owner.get(path));
      await expect.poll(async () => (await read()).enabled).toBe(false);
      expect((await read()).pausedReason).toMatch(/410/);
      const [delivery] = await deliveriesOf(hook);
      expectRefusal(await site.owner.post(`${path}/deliveries/${delivery?.id}/resend`, {}), 409);
      await act((await draft()).id, "publish");
      expect(await deliveriesOf(hook)).toHaveLength(1);
      expect(await done(site.owner.put(path, { enabled: true }))).toMatchObject({
        ...{ enabled: true, pausedReason: null },
      });
    }));

  it("that redirects has failed, and nobody follows", async () =>
    withHook({}, async (hook) => {
      answer = (response) => response.writeHead(302, { location: "/elsewhere" }).end();
      await act((await draft()).id, "publish");
      await ended(hook, 1);
      expect(received).toHaveLength(1);
      expect(await deliveriesOf(hook)).toMatchObject([{ state: "failed", statusCode: 302 }]);
    }));
});

describe("a test", () => {
  it("is sent at once, and tells what came of it", async () =>
    withHook({ enabled: false }, async (hook) => {
      answer = (response) => response.writeHead(200).end("thanks");
      const test = `${api}/release-webhooks/${hook.id}/test`;
      expect(await done(site.owner.post(test, {}))).toMatchObject({
        ...{ statusCode: 200, error: null, answer: "thanks", answerTruncated: false },
      });
      const [{ body, headers }] = received as [Received];
      expect(JSON.parse(body).type).toBe("release.test");
      expect(() => new Webhook(hook.secret).verify(body, headers)).not.toThrow();
      answer = (response) => void response.socket?.destroy();
      const failed = await done<{ statusCode: null; error: string }>(site.owner.post(test, {}));
      expect(failed).toMatchObject({ statusCode: null, error: expect.any(String) });
      expect(await deliveriesOf(hook)).toEqual([]);
    }));
});

describe("secrets", () => {
  it("are shown once, and a new one signs beside the old one for a day", async () =>
    withHook({ events: ["release.published"] }, async (hook) => {
      const path = `${api}/release-webhooks/${hook.id}`;
      expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
      expect(JSON.stringify(await done(site.owner.get(path)))).not.toContain(hook.secret);
      const rotated = await done<Made>(site.owner.post(`${path}/rotate-secret`, {}));
      expect(rotated.secret).not.toBe(hook.secret);
      expect(Date.parse(rotated.previousSecretUntil ?? "")).toBeGreaterThan(Date.now() + 23 * 3_600_000);
      await act((await draft()).id, "publish");
      await ended(hook, 1);
      const [{ body, headers }] = received as [Received];
      for (const { secret } of [hook, rotated]) {
        expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
      }
      const again = await done<Made>(site.owner.post(`${path}/rotate-secret`, {}));
      await act((await draft()).id, "publish");
      await ended(hook, 2);
      const last = received[1] as Received;
      expect(() => new Webhook(again.secret).verify(last.body, last.headers)).not.toThrow();
      expect(() => new Webhook(hook.secret).verify(last.body, last.headers)).toThrow();
      const trail = await site.owner.get(`${api}/audit-log?subjectKind=releaseWebhook`);
      for (const { secret } of [hook, rotated, again]) expect(trail.text()).not.toContain(secret);
    }));
});

describe("what is refused", () => {
  it.each([
    ["no address", { url: "" }],
    ["what is no address", { url: "nonsense" }],
    ["an address without TLS", { url: "http://example.com/" }],
    ["an address that is not public", { url: "https://127.0.0.1/" }],
    ["no event", { url: receiver, events: [] }],
    ["an event that is none", { url: receiver, events: ["release.deleted"] }],
    ["a description that is too long", { url: receiver, description: "x".repeat(201) }],
  ])("%s", async (_, fields) => {
    expectRefusal(await site.owner.post(`${api}/release-webhooks`, fields), 400);
  });

  it("an eleventh webhook", async () => {
    const made: Made[] = [];
    for (let at = 0; at < 10; at += 1) {
      const fields = { url: receiver, enabled: false };
      made.push(await done<Made>(site.owner.post(`${api}/release-webhooks`, fields), 201));
    }
    expectRefusal(await site.owner.post(`${api}/release-webhooks`, { url: receiver }), 409);
    for (const { id } of made) await done(site.owner.delete(`${api}/release-webhooks/${id}`));
  });
});

it("a deleted webhook comes back with its log and its secret", async () => {
  const hook = await done<Made>(site.owner.post(`${api}/release-webhooks`, { url: receiver }), 201);
  const path = `${api}/release-webhooks/${hook.id}`;
  await act((await draft()).id, "publish");
  await ended(hook, 1);
  await done(site.owner.delete(path));
  expectRefusal(await site.owner.get(path), 404);
  await done(site.owner.post(`${api}/deletions/releaseWebhook/${hook.id}/restore`, {}));
  expect(await deliveriesOf(hook)).toHaveLength(1);
  await done(site.owner.post(`${path}/test`, {}));
  const { body, headers } = received.at(-1) as Received;
  expect(() => new Webhook(hook.secret).verify(body, headers)).not.toThrow();
  await done(site.owner.delete(path));
});
