import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, send } from "./client";
import {
  bearer,
  type Captured,
  createKey,
  createSite,
  createWebhook,
  done,
  type Site,
  type Webhook,
} from "./fixtures";
import { createInbox, type Inbox } from "./inbox";

let site: Site;
let list: string;
beforeAll(async () => {
  site = await createSite();
  list = `/api/projects/${site.project.id}/webhooks`;
});

const secret = "whsec_a-secret-of-nobody-WXYZ";
const github = { scheme: "github", secret };
const stripe = { scheme: "stripe", secret };
const hexOf = (text: string, key = secret) => createHmac("sha256", key).update(text).digest("hex");
const githubHeaders = (body: string) => ({ "x-hub-signature-256": `sha256=${hexOf(body)}` });
const now = () => Math.floor(Date.now() / 1000);
const stripeHeaders = (body: string, at = now()) => ({
  "stripe-signature": `t=${at},v1=${hexOf(`${at}.${body}`)}`,
});
const put = (inbox: Inbox, signature: unknown) => site.owner.put(inbox.api, { signature });

describe("how an inbox is signed", () => {
  it.each([
    ["github", {}, { refuse: false }],
    ["shopify", { refuse: true }, { refuse: true }],
    ["twilio", { toleranceSeconds: 5 }, { refuse: false }],
    ["stripe", {}, { refuse: false, toleranceSeconds: 300 }],
    ["slack", { toleranceSeconds: 5 }, { refuse: false, toleranceSeconds: 5 }],
    ["svix", { secret: "whsec_c2VjcmV0" }, { refuse: false, toleranceSeconds: 300, secretTail: "mV0" }],
    ["standard-webhooks", { secret: "c2VjcmV0" }, { refuse: false, toleranceSeconds: 300, secretTail: "V0" }],
    [
      "hmac",
      { header: " X-Sum " },
      { refuse: false, header: "X-Sum", algorithm: "sha256", encoding: "hex", prefix: "" },
    ],
    [
      "hmac",
      { header: "X-Sum", algorithm: "sha1", encoding: "base64", prefix: "v1=" },
      { refuse: false, header: "X-Sum", algorithm: "sha1", encoding: "base64", prefix: "v1=" },
    ],
  ])("%s, %j", async (scheme, fields, shown) => {
    const webhook = await createWebhook(site.owner, site.project.id, {
      signature: { scheme, secret, ...fields },
    });
    expect(webhook.signature).toEqual({ scheme, secretTail: "WXYZ", ...shown });
    expect(await done(site.owner.get(`${list}/${webhook.id}`))).toEqual(webhook);
    // What was read can be sent again, and changes nothing.
    const { signature } = webhook;
    const again = await done<Webhook>(site.owner.put(`${list}/${webhook.id}`, { signature }));
    expect(again.signature).toEqual(signature);
  });

  it.each([
    ["x", "signature"],
    [{ scheme: "gitlab", secret }, "signature.scheme"],
    [{ secret }, "signature.scheme"],
    [{ scheme: "github" }, "signature.secret"],
    [{ scheme: "github", secret: " " }, "signature.secret"],
    [{ scheme: "github", secret: 1 }, "signature.secret"],
    [{ scheme: "github", secret: "x".repeat(501) }, "signature.secret"],
    [{ scheme: "github", secret, refuse: "yes" }, "signature.refuse"],
    [{ scheme: "stripe", secret, toleranceSeconds: 0 }, "signature.toleranceSeconds"],
    [{ scheme: "stripe", secret, toleranceSeconds: 1.5 }, "signature.toleranceSeconds"],
    [{ scheme: "slack", secret, toleranceSeconds: 31_536_001 }, "signature.toleranceSeconds"],
    [{ scheme: "svix", secret: "whsec_not base64!" }, "signature.secret"],
    [{ scheme: "standard-webhooks", secret: "whsec_" }, "signature.secret"],
    [{ scheme: "hmac", secret }, "signature.header"],
    [{ scheme: "hmac", secret, header: "X Sum" }, "signature.header"],
    [{ scheme: "hmac", secret, header: "X-Sum", algorithm: "md5" }, "signature.algorithm"],
    [{ scheme: "hmac", secret, header: "X-Sum", encoding: "base32" }, "signature.encoding"],
    [{ scheme: "hmac", secret, header: "X-Sum", prefix: "a b" }, "signature.prefix"],
  ])("%j is 400", async (signature, path) => {
    const created = expectRefusal(await site.owner.post(list, { name: "x", signature }), 400);
    expect(created.issues?.map((issue) => issue.path)).toEqual([path]);
    const inbox = await createInbox(site);
    const changed = expectRefusal(await put(inbox, signature), 400);
    expect(changed.issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it("keeps its secret where none is given, and never shows it: not in the trail, not after a return", async () => {
    const inbox = await createInbox(site, { signature: github });
    const verdict = async () => {
      await inbox.capture({ method: "POST", body: "{}", headers: githubHeaders("{}") });
      return (await inbox.newest()).signature?.verdict;
    };
    await done(put(inbox, { scheme: "github", refuse: true }));
    expect(await verdict()).toBe("valid");
    expectRefusal(await put(inbox, { scheme: "stripe" }), 400);
    expectRefusal(await put(inbox, { scheme: "github", secretTail: "ABCD" }), 400);
    await done(site.owner.delete(inbox.api));
    const deletions = await site.owner.get(`/api/projects/${site.project.id}/deletions`);
    await done(
      site.owner.post(`/api/projects/${site.project.id}/deletions/webhook/${inbox.webhook.id}/restore`),
    );
    expect(await verdict()).toBe("valid");
    const trail = await site.owner.get(
      `/api/projects/${site.project.id}/audit-log?subjectId=${inbox.webhook.id}`,
    );
    expect(trail.text()).toContain('"secretTail":"WXYZ"');
    const everything = [trail, deletions, await site.owner.get(list), await site.owner.get(inbox.api)];
    for (const answer of everything) expect(answer.text()).not.toContain("a-secret-of");
  });

  it("is changed by keys that may change things, and shown to those that read", async () => {
    const inbox = await createInbox(site);
    const as = async (scope: string, method: string, body?: unknown) => {
      const { key } = await createKey(site.owner, site.project.referenceId, { scope });
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { ...bearer(key), "content-type": "application/json" };
      return send({ method, path: inbox.api, headers, ...json });
    };
    expectRefusal(await as("read", "PUT", { signature: github }), 403);
    expect((await as("admin", "PUT", { signature: github })).status).toBe(200);
    const read = await done<Webhook>(as("read", "GET"));
    expect(read.signature).toEqual({ scheme: "github", secretTail: "WXYZ", refuse: false });
  });
});

describe("a capture's signature", () => {
  it.each<[string, string, (body: string) => Record<string, string>, string]>([
    ["valid", "in time", (body) => stripeHeaders(body), '{"a":1}\r\n\u0000é'],
    ["wrong", "does not fit", (body) => stripeHeaders(`${body} `), "{}"],
    ["wrong", "without the line break at its end", (body) => stripeHeaders(body.trimEnd()), "{}\n"],
    ["wrong", "t= is missing", () => ({ "stripe-signature": "v1=00" }), "{}"],
    [
      "late",
      "2 hours before the request came; 5 minutes are allowed",
      (body) => stripeHeaders(body, now() - 7300),
      "{}",
    ],
    ["missing", "The header Stripe-Signature is missing.", () => ({}), "{}"],
  ])("is %s: %s", async (verdict, detail, headers, body) => {
    const inbox = await createInbox(site, { signature: stripe });
    const answer = await inbox.capture({ method: "POST", body, headers: headers(body) });
    expect(answer.status).toBe(200);
    const captured = await inbox.newest();
    expect(captured.signature).toEqual({ verdict, detail: expect.stringContaining(detail), refused: false });
    expect(await done(site.owner.get(`${inbox.api}/requests/${captured.id}`))).toEqual(captured);
  });

  it("is null without a scheme, and stays as it was decided", async () => {
    const inbox = await createInbox(site);
    await inbox.capture({ method: "POST", body: "{}", headers: githubHeaders("{}") });
    await done(put(inbox, github));
    await inbox.capture({ method: "POST", body: "{}", headers: githubHeaders("{}") });
    await done(put(inbox, { scheme: "github", secret: "another" }));
    await inbox.capture({ method: "POST", body: "{}", headers: githubHeaders("{}") });
    const verdicts = (await inbox.requests()).map(({ signature }) => signature?.verdict);
    expect(verdicts).toEqual(["wrong", "valid", undefined]);
  });

  it("of Twilio is of the inbox's own address, with what follows it", async () => {
    const inbox = await createInbox(site, { signature: { scheme: "twilio", secret } });
    const path = "/sms/in?from=%2B49&a=b%20c";
    const signed = `${inbox.webhook.url}${path}Bodyhi thereTo+1`;
    const signature = createHmac("sha1", secret).update(signed).digest("base64");
    await inbox.capture({
      ...{ method: "POST", path, body: "To=%2B1&Body=hi+there" },
      headers: { "x-twilio-signature": signature, "content-type": "application/x-www-form-urlencoded" },
    });
    expect((await inbox.newest()).signature).toMatchObject({ verdict: "valid" });
  });
});

describe("an inbox that refuses", () => {
  const capture = (inbox: Inbox, headers: Record<string, string>) =>
    inbox.capture({ method: "POST", body: "{}", headers });
  const refused = ({ signature }: Captured) => signature?.refused === true;

  it("answers 401 with the reason, and shows what it refused", async () => {
    const response = { statusCode: 202, body: "thanks" };
    const inbox = await createInbox(site, { response, signature: { ...github, refuse: true } });
    const missing = expectRefusal(await capture(inbox, {}), 401);
    expect(missing).toMatchObject({
      code: "unauthorized",
      error: "This inbox takes signed requests only. The header X-Hub-Signature-256 is missing.",
    });
    expectRefusal(await capture(inbox, githubHeaders("{ }")), 401);
    expect((await capture(inbox, githubHeaders("{}"))).text()).toBe("thanks");
    const shown = (await inbox.requests()).map(({ sequence, signature }) => [sequence, signature?.verdict]);
    expect(shown).toEqual([
      [3, "valid"],
      [2, "wrong"],
      [1, "missing"],
    ]);
    expect((await inbox.requests()).map(refused)).toEqual([false, true, true]);
    // Preflights are no captures, and browsers cannot sign them.
    const preflight = { origin: "https://page.example", "access-control-request-method": "POST" };
    expect((await inbox.capture({ method: "OPTIONS", headers: preflight })).status).toBe(204);
  });

  it("keeps what came with the secret, however much comes without", async () => {
    const inbox = await createInbox(site, { signature: { ...github, refuse: true } });
    const valid = () => capture(inbox, githubHeaders("{}"));
    for (let count = 0; count < 50; count += 1) await done(valid());
    const flood = await Promise.all(Array.from({ length: 120 }, () => capture(inbox, {})));
    expect(flood.every(({ status }) => status === 401 || status === 429)).toBe(true);
    const kept = await inbox.requests();
    const taken = kept.filter((each) => !refused(each)).map(({ sequence }) => sequence);
    expect(taken).toEqual(Array.from({ length: 50 }, (_, at) => 50 - at));
    expect(kept.filter(refused)).toHaveLength(10);
    await done(valid());
    expect((await inbox.requests()).filter((each) => !refused(each)).at(-1)?.sequence).toBe(2);
  });

  it("completes handshakes, which are not signed, and these push nothing out either", async () => {
    const inbox = await createInbox(site, { signature: { ...github, refuse: true } });
    for (let count = 0; count < 50; count += 1) await done(capture(inbox, githubHeaders("{}")));
    const verify = () => inbox.capture({ method: "GET", path: "?challenge=abc123" });
    const answer = await verify();
    expect([answer.status, answer.text()]).toEqual([200, "abc123"]);
    const newest = await inbox.newest();
    expect(newest.signature).toMatchObject({ verdict: "missing", refused: false });
    const flood = await Promise.all(Array.from({ length: 60 }, verify));
    expect(flood.every(({ status }) => status === 200 || status === 429)).toBe(true);
    const kept = await inbox.requests();
    expect(kept.filter(({ signature }) => signature?.verdict === "valid")).toHaveLength(50);
    expect(kept).toHaveLength(60);
  });
});
