import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { WebhookDelivery } from "@/lib/webhooks/deliveries/contract";
import type { ForwardingRule } from "@/lib/webhooks/forwarding/contract";
import { targetPort as ownTargetPort } from "../target-port";
import { expectRefusal } from "./client";
import { createSite, done, type Site } from "./fixtures";
import { createInbox, type Inbox } from "./inbox";

type Received = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };
type WithTries = WebhookDelivery & {
  log: { number: number; statusCode: number | null; answer: string | null }[];
};

const targetPort = ownTargetPort();
const target = `http://127.0.0.1:${targetPort}`;
let site: Site;
let server: Server;
let received: Received[] = [];
let answerWith: (request: Received, response: ServerResponse) => void;

beforeAll(async () => {
  site = await createSite();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(seen);
      answerWith(seen, response);
    });
  });
  server.listen(targetPort, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
  answerWith = (_, response) => response.writeHead(200).end("thanks");
});

const post = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
/** Each inbox has an address of its own, since what failed in one test is tried again during others. */
const hookOf = ({ webhook }: Inbox) => `/${webhook.referenceId}`;
const receivedOf = (inbox: Inbox) => received.filter(({ url }) => url.startsWith(hookOf(inbox)));
const makeRule = (inbox: Inbox, fields: Record<string, unknown> = {}) =>
  done<ForwardingRule>(
    site.owner.post(`${inbox.api}/forwarding-rules`, {
      name: "A rule",
      url: target + hookOf(inbox),
      ...fields,
    }),
    201,
  );
const deliveries = (inbox: Inbox, query = "") =>
  done<WebhookDelivery[]>(site.owner.get(`${inbox.api}/deliveries${query}`));
const delivery = (inbox: Inbox, id: string) =>
  done<WithTries>(site.owner.get(`${inbox.api}/deliveries/${id}`));
/** Waits until the inbox has so many deliveries that are over. */
const ended = (inbox: Inbox, count: number) =>
  vi.waitFor(
    async () => {
      const all = (await deliveries(inbox)).filter(({ endedAt }) => endedAt !== null);
      expect(all).toHaveLength(count);
      return all;
    },
    { timeout: 30_000, interval: 50 },
  );
/** Waits until the newest delivery had so many tries. */
const tried = (inbox: Inbox, tries: number) =>
  vi.waitFor(
    async () => {
      const [newest] = await deliveries(inbox);
      if (newest?.tries !== tries) throw new Error(`${newest?.tries} tries`);
      return newest;
    },
    { timeout: 30_000, interval: 50 },
  );

describe("a rule", () => {
  it("sends captures on as they came, in their order, with an id that tells doubles", async () => {
    const inbox = await createInbox(site);
    await makeRule(inbox, {
      headers: [
        { name: "Authorization", value: "Bearer secret-of-target" },
        { name: "X-Drop", value: null },
      ],
    });
    const bodies = Array.from({ length: 20 }, (_, at) => `{"n": ${at}}`);
    for (const body of bodies) {
      await inbox.capture({
        method: "PUT",
        path: "/sub?x=1",
        body,
        headers: { "X-Drop": "1", "X-Signature": "abc", Authorization: "Bearer of sender" },
      });
    }
    const log = await ended(inbox, 20);
    expect(receivedOf(inbox).map(({ body }) => body)).toEqual(bodies);
    expect(log.map(({ id }) => id).reverse()).toEqual(
      receivedOf(inbox).map(({ headers }) => headers["x-fieldkit-delivery"]),
    );
    expect(new Set(log.map(({ state, statusCode, tries }) => `${state} ${statusCode} ${tries}`))).toEqual(
      new Set(["delivered 200 1"]),
    );
    const [first] = receivedOf(inbox);
    expect([first?.method, first?.url]).toEqual(["PUT", `${hookOf(inbox)}/sub?x=1`]);
    expect(first?.headers).toMatchObject({
      "x-signature": "abc",
      authorization: "Bearer secret-of-target",
      "x-fieldkit-try": "1",
    });
    expect(first?.headers).not.toHaveProperty("x-drop");
  });

  it("tries again after 500 with the same id, and keeps what was answered", async () => {
    const inbox = await createInbox(site);
    await makeRule(inbox);
    let failures = 1;
    answerWith = (_, response) => {
      failures -= 1;
      response.writeHead(failures >= 0 ? 500 : 204).end("no luck");
    };
    await inbox.capture(post);
    const { id, nextTryAt, state, error } = await tried(inbox, 1);
    expect([state, error]).toEqual(["pending", expect.stringContaining("500")]);
    expect(Date.parse(nextTryAt ?? "")).toBeGreaterThan(Date.now());
    await ended(inbox, 1);
    const { log, ...over } = await delivery(inbox, id);
    expect(over).toMatchObject({ state: "delivered", statusCode: 204, error: null, tries: 2 });
    expect(log.map(({ number, statusCode, answer }) => [number, statusCode, answer])).toEqual([
      [1, 500, "no luck"],
      [2, 204, ""],
    ]);
    expect(
      receivedOf(inbox).map(({ headers }) => [headers["x-fieldkit-delivery"], headers["x-fieldkit-try"]]),
    ).toEqual([
      [id, "1"],
      [id, "2"],
    ]);
  });

  it("does not hold up others while one waits for its next try, and waits as long as it is asked to", async () => {
    const inbox = await createInbox(site);
    await makeRule(inbox);
    answerWith = ({ body }, response) =>
      body === "bad"
        ? response.writeHead(429, { "Retry-After": "600" }).end()
        : response.writeHead(200).end();
    const begun = Date.now();
    await inbox.capture({ ...post, body: "bad" });
    await inbox.capture({ ...post, body: "good" });
    const [good] = await ended(inbox, 1);
    expect(good?.sequence).toBe(2);
    const [bad] = await deliveries(inbox, "?state=pending");
    expect(Date.parse(bad?.nextTryAt ?? "") - begun).toBeGreaterThanOrEqual(600_000);
  });

  it.each([
    ["404", 404, {}, "failed"],
    ["a redirect", 302, { Location: "/elsewhere" }, "failed"],
  ])("gives up at %s", async (_, status, headers, state) => {
    const inbox = await createInbox(site);
    await makeRule(inbox);
    answerWith = (__, response) => response.writeHead(status, headers).end();
    await inbox.capture(post);
    const [only] = await ended(inbox, 1);
    expect(only).toMatchObject({ state, statusCode: status, tries: 1 });
    expect(receivedOf(inbox)).toHaveLength(1);
  });

  it("pauses itself at 410, says why, and takes nothing more", async () => {
    const inbox = await createInbox(site);
    const rule = await makeRule(inbox);
    answerWith = (_, response) => response.writeHead(410).end();
    await inbox.capture(post);
    await ended(inbox, 1);
    const path = `${inbox.api}/forwarding-rules/${rule.id}`;
    const read = () => done<ForwardingRule>(site.owner.get(path));
    await vi.waitFor(async () => expect((await read()).enabled).toBe(false), { timeout: 20_000 });
    expect((await read()).pausedReason).toContain("410");
    await inbox.capture(post);
    expect(await deliveries(inbox)).toHaveLength(1);
    expectRefusal(await site.owner.post(`${path}/resend`, {}), 409);
    await done(site.owner.put(path, { enabled: true }));
    answerWith = (_, response) => response.writeHead(200).end();
    expect(await done(site.owner.post(`${path}/resend`, {}))).toEqual({ resent: 1 });
    await vi.waitFor(async () => expect((await deliveries(inbox))[0]?.state).toBe("delivered"), {
      timeout: 20_000,
    });
    expect(await read()).toMatchObject({ pausedReason: null, counts: { delivered: 1, failed: 0 } });
  });

  it("keeps what waits while it is paused, and sends it when it goes on", async () => {
    const inbox = await createInbox(site);
    const rule = await makeRule(inbox);
    const path = `${inbox.api}/forwarding-rules/${rule.id}`;
    answerWith = (_, response) => response.writeHead(503).end();
    await inbox.capture(post);
    const { id } = await tried(inbox, 1);
    await done(site.owner.put(path, { enabled: false }));
    answerWith = (_, response) => response.writeHead(200).end();
    expect((await deliveries(inbox, "?state=pending")).map((each) => each.id)).toEqual([id]);
    await done(site.owner.put(path, { enabled: true }));
    expect((await ended(inbox, 1))[0]?.state).toBe("delivered");
  });

  it("takes only captures that meet its filter", async () => {
    const inbox = await createInbox(site);
    await makeRule(inbox, { filter: { methods: ["post"], path: "/orders/*", bodyContains: "created" } });
    await inbox.capture({ ...post, path: "/orders/1", body: "created" });
    await inbox.capture({ ...post, path: "/orders/1", body: "deleted" });
    await inbox.capture({ ...post, path: "/users/1", body: "created" });
    await inbox.capture({ method: "PUT", path: "/orders/1", body: "created" });
    await ended(inbox, 1);
    expect((await deliveries(inbox)).map(({ sequence }) => sequence)).toEqual([1]);
  });

  it("goes with what it sent when it is deleted, and comes back with it", async () => {
    const inbox = await createInbox(site);
    const rule = await makeRule(inbox);
    await inbox.capture(post);
    const before = await ended(inbox, 1);
    await done(site.owner.delete(`${inbox.api}/forwarding-rules/${rule.id}`));
    await inbox.capture(post);
    expect(await deliveries(inbox)).toEqual([]);
    await done(
      site.owner.post(`/api/projects/${site.project.id}/deletions/forwardingRule/${rule.id}/restore`, {}),
    );
    expect(await deliveries(inbox)).toEqual(before);
    await inbox.capture(post);
    await ended(inbox, 2);
  });
});

describe("sending again", () => {
  it("works after a success, as long as the capture is kept", async () => {
    const inbox = await createInbox(site);
    await makeRule(inbox);
    await inbox.capture(post);
    const [first] = await ended(inbox, 1);
    const again = `${inbox.api}/deliveries/${first?.id}/resend`;
    expect((await done<WebhookDelivery>(site.owner.post(again, {}))).state).toBe("pending");
    await vi.waitFor(() => expect(receivedOf(inbox)).toHaveLength(2), { timeout: 20_000 });
    await tried(inbox, 2);
    await done(site.owner.delete(`${inbox.api}/requests`));
    expect(expectRefusal(await site.owner.post(again, {}), 409).error).toContain("kept no longer");
  });

  it("can be prevented: what waits is cancelled", async () => {
    const inbox = await createInbox(site);
    const rule = await makeRule(inbox);
    answerWith = (_, response) => response.writeHead(500).end();
    await inbox.capture(post);
    await tried(inbox, 1);
    const cancel = `${inbox.api}/forwarding-rules/${rule.id}/cancel`;
    expect(await done(site.owner.post(cancel, {}))).toEqual({ cancelled: 1 });
    expect((await deliveries(inbox))[0]).toMatchObject({ state: "cancelled", nextTryAt: null });
  });
});

describe("nothing goes round in circles", () => {
  it("from an inbox to itself, nor to another one and back", async () => {
    const [first, second] = [await createInbox(site), await createInbox(site)];
    const urlOf = ({ path }: Inbox) => `http://${site.host}${path}`;
    await makeRule(first, { url: urlOf(first) });
    await makeRule(first, { url: urlOf(second) });
    await makeRule(second, { url: urlOf(first) });
    await first.capture(post);
    await vi.waitFor(
      async () => {
        const states = [...(await deliveries(first)), ...(await deliveries(second))].map(
          ({ state }) => state,
        );
        expect(states.sort()).toEqual(["delivered", "delivered", "skipped", "skipped", "skipped"]);
      },
      { timeout: 20_000 },
    );
  });
});

describe("refused are", () => {
  it.each([
    ["http://127.0.0.1:9/x", "url"],
    ["https://127.0.0.1/x", "url"],
    ["https://localhost/x", "url"],
    ["https://user:pass@example.com/", "url"],
    ["ftp://example.com/", "url"],
    ["nonsense", "url"],
  ])("the address %s", async (url, path) => {
    const inbox = await createInbox(site);
    const refused = expectRefusal(
      await site.owner.post(`${inbox.api}/forwarding-rules`, { name: "x", url }),
      400,
    );
    expect(refused.issues?.[0]?.path).toBe(path);
  });

  it.each([
    ["Host", "a"],
    ["X-Fieldkit-Delivery", "a"],
    ["X-A", "a\nb"],
  ])("the header %s with %j", async (name, value) => {
    const inbox = await createInbox(site);
    const fields = { name: "x", url: target, headers: [{ name, value }] };
    expectRefusal(await site.owner.post(`${inbox.api}/forwarding-rules`, fields), 400);
  });

  it("more than ten rules", async () => {
    const inbox = await createInbox(site);
    const results = await Promise.all(
      Array.from({ length: 12 }, () =>
        site.owner.post(`${inbox.api}/forwarding-rules`, { name: "x", url: target, enabled: false }),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
  });
});

it("never shows the value of a header, also not in the trail, and keeps it when it is left out", async () => {
  const inbox = await createInbox(site);
  const secret = "Bearer very-secret-value-0123456789";
  const rule = await makeRule(inbox, { headers: [{ name: "Authorization", value: secret }] });
  const path = `${inbox.api}/forwarding-rules/${rule.id}`;
  const headers = [{ name: "authorization" }, { name: "X-New", value: "1" }];
  const changed = await done<ForwardingRule>(site.owner.put(path, { headers }));
  expect(changed.headers).toEqual([
    { name: "authorization", valueTail: "6789" },
    { name: "X-New", valueTail: "" },
  ]);
  const trail = JSON.stringify(await done(site.owner.get(`/api/projects/${site.project.id}/audit-log`)));
  expect(trail).not.toContain("very-secret");
  await inbox.capture(post);
  await ended(inbox, 1);
  expect(receivedOf(inbox)[0]?.headers.authorization).toBe(secret);
});
