import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { sharedCaptures } from "@/db/schema/webhooks";
import { clock, insertCrew } from "@/lib/auth/fixtures/caller";
import { toResponse } from "@/lib/operations/answer";
import { readAmount } from "@/lib/operations/stock";
import type { Capture } from "@/lib/webhooks/captures";
import { handleClearRequests } from "@/lib/webhooks/clear-requests";
import { handleCreateWebhook } from "@/lib/webhooks/create-webhook";
import { handleDeleteWebhook } from "@/lib/webhooks/delete-webhook";
import { pruneWebhooks } from "@/lib/webhooks/prune";
import { writeCaptures } from "@/lib/webhooks/write-captures";
import { type ShareTime, sharesMax } from "./contract";
import { handleListShares } from "./list-shares";
import { handleRevokeShare } from "./revoke-share";
import { serveShared } from "./serve";
import { handleShareRequest } from "./share-request";

const hours = 60 * 60 * 1000;

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let place: { projectId: string; webhookId: string };
let referenceId: string;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  clock.now = new Date();
  crew = await insertCrew();
  const projectId = crew.project.id;
  const made = await crew.member.call(handleCreateWebhook, { projectId, name: "Orders" });
  const webhook = made as { id: string; referenceId: string };
  place = { projectId, webhookId: webhook.id };
  referenceId = webhook.referenceId;
});

const secret = "sk_live_51H-secret";
const cookie = "abcdef0123456789";
const inQuery = "query-secret/1";

async function captured(over: Partial<Capture> = {}): Promise<string> {
  const capture: Capture = {
    ...{ id: uuidv7(), method: "POST", path: `/orders/${secret}` },
    rawUrl: `/api/webhook/${referenceId}/orders/${secret}?token=${encodeURIComponent(inQuery)}&n=1`,
    rawHeaders: [
      ["Host", "shop.example"],
      ["Authorization", `Bearer ${secret}`],
      ["Cookie", `a=1; session=${cookie}`],
      ["X-Forwarded-For", "203.0.113.9"],
      ["Referer", `https://x.example/?t=${cookie}&r=${referenceId}`],
      ["X-Html", '<script>alert("1")</script>'],
    ],
    body: Buffer.from(`<img src=x> {"key":"${secret}","q":"${inQuery}","ip":"203.0.113.9"}`),
    ...{ ip: "203.0.113.9", receivedAt: clock.now, signature: null, ...over },
  };
  await writeCaptures(db(), place.webhookId, [capture]);
  return capture.id;
}

type Masked = { headers?: string[]; query?: boolean; ip?: boolean; body?: boolean };
const share = (requestId: string, masked: Masked = {}, expiresIn: ShareTime = "1d") =>
  crew.member.call(handleShareRequest, { ...place, requestId, expiresIn, masked }) as Promise<{
    id: string;
    url: string;
  }>;
const tokenOf = ({ url }: { url: string }) => url.split("/").at(-1) ?? "";
const list = async () => (await crew.member.call(handleListShares, place)).items;

async function open(token: string, accept = "text/html", peerAddress = "192.0.2.77") {
  const request = new Request("http://localhost/", { headers: { accept } });
  const response = toResponse(await serveShared(request, { params: { token }, peerAddress }));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const everything = { headers: ["authorization", "COOKIE", "x-forwarded-for"], query: true, ip: true };

describe("a link", () => {
  test("shows the request as a page and as JSON, and its text as text", async () => {
    const link = await share(await captured());
    expect(link.url).toMatch(/\/-\/shared\/[\w-]{43}$/);
    const page = await open(tokenOf(link));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<script");
    expect(page.text).not.toContain("<img");
    expect(page.text).toContain("&lt;script&gt;");
    expect(page.text).not.toContain(referenceId);
    for (const [name, value] of [
      ["cache-control", "no-store"],
      ["referrer-policy", "no-referrer"],
      ["x-content-type-options", "nosniff"],
      ["x-robots-tag", "noindex, nofollow"],
    ] as const) {
      expect(page.headers.get(name)).toBe(value);
    }
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const answer of [await open(`${tokenOf(link)}.json`), await open(tokenOf(link), "*/*")]) {
      expect(JSON.parse(answer.text)).toMatchObject({
        method: "POST",
        path: `/orders/${secret}?token=${encodeURIComponent(inQuery)}&n=1`,
        ip: "203.0.113.9",
        bodyEncoding: "utf8",
      });
    }
    expect(await list()).toMatchObject([{ id: link.id, openCount: 3, lastOpenedAt: expect.any(String) }]);
    expect(JSON.stringify(await list())).not.toContain(tokenOf(link));
  });

  test("has nothing of what is masked in any byte of its answers, nor in its row", async () => {
    const link = await share(await captured(), everything);
    const [row] = await db().select().from(sharedCaptures).where(eq(sharedCaptures.id, link.id));
    const answers = [(await open(tokenOf(link))).text, (await open(`${tokenOf(link)}.json`)).text];
    const stored = JSON.stringify({ ...row, body: row?.body?.toString() });
    for (const text of [...answers, stored]) {
      for (const value of [
        secret,
        cookie,
        inQuery,
        encodeURIComponent(inQuery),
        "203.0.113.9",
        referenceId,
      ]) {
        expect(text).not.toContain(value);
      }
    }
    expect(JSON.parse(answers[1] ?? "")).toMatchObject({
      path: "/orders/[masked]?token=[masked]&n=[masked]",
      ip: null,
      body: '<img src=x> {"key":"[masked]","q":"[masked]","ip":"[masked]"}',
    });
    const bodiless = await share(await captured(), { body: true });
    expect(JSON.parse((await open(`${tokenOf(bodiless)}.json`)).text)).toMatchObject({ body: null });
  });

  test("keeps what it shows when the capture is gone", async () => {
    const link = await share(await captured());
    await crew.member.call(handleClearRequests, place);
    expect((await open(tokenOf(link))).status).toBe(200);
  });

  test("ends by time, by revoking and with its inbox", async () => {
    const id = await captured();
    const [first, second, third] = [await share(id, {}, "1h"), await share(id), await share(id)];
    await db()
      .update(sharedCaptures)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sharedCaptures.id, first.id));
    const over = await open(tokenOf(first));
    expect([over.status, over.text]).toEqual([410, expect.stringContaining("This link has expired")]);
    expect(over.headers.get("cache-control")).toBe("no-store");
    expect(JSON.parse((await open(`${tokenOf(first)}.json`)).text)).toMatchObject({ code: "gone" });
    await pruneWebhooks(db(), new Date());
    const [row] = await db().select().from(sharedCaptures).where(eq(sharedCaptures.id, first.id));
    expect([row?.body, row?.rawHeaders]).toEqual([null, []]);
    await pruneWebhooks(db(), new Date(Date.now() + 8 * 24 * hours));
    expect(await list()).toEqual([]);

    const [fourth, fifth] = [await share(await captured()), await share(await captured())];
    await crew.member.call(handleRevokeShare, { ...place, shareId: fourth.id });
    const revoked = crew.member.call(handleRevokeShare, { ...place, shareId: fourth.id });
    await expect(revoked).rejects.toMatchObject({ code: "not_found", message: "Share not found" });
    await crew.member.call(handleDeleteWebhook, place);
    for (const link of [second, third, fourth, fifth, { url: "/nonsense" }, { url: `/${"a".repeat(43)}` }]) {
      const gone = await open(tokenOf(link));
      expect([gone.status, gone.text]).toEqual([404, expect.stringContaining("There is nothing here")]);
    }
  });
});

describe("bounds", () => {
  test("links of an inbox, their bytes, and who may make one", async () => {
    const id = await captured();
    const before = await readAmount(db(), "captureBytes", place.projectId);
    const first = await share(id);
    expect(await readAmount(db(), "captureBytes", place.projectId)).toBeGreaterThan(before + 100);
    const body = Buffer.alloc(0);
    const row = (await db().select().from(sharedCaptures).where(eq(sharedCaptures.id, first.id)))[0];
    if (!row) throw new Error("no row");
    const more = Array.from({ length: sharesMax - 2 }, () => ({
      ...row,
      body,
      id: uuidv7(),
      tokenHash: uuidv7(),
    }));
    await db().insert(sharedCaptures).values(more);
    const outcomes = await Promise.allSettled([share(id), share(id), share(id)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(share(id)).rejects.toMatchObject({ code: "conflict" });
    const input = { ...place, requestId: id };
    await expect(crew.stranger.call(handleShareRequest, input)).rejects.toMatchObject({ code: "forbidden" });
    await expect(crew.stranger.call(handleListShares, place)).rejects.toMatchObject({ code: "forbidden" });
    await expect(share(uuidv7())).rejects.toMatchObject({ code: "not_found" });
    await expect(share(id, {}, "2h" as ShareTime)).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("an address opens, or guesses, so many a minute; others are none the wiser", async () => {
    vi.stubEnv("RATE_LIMIT", "on");
    const link = await share(await captured());
    const guess = () => open("b".repeat(43), "text/html", "198.51.100.1");
    const statuses = new Set<number>();
    for (let tries = 0; tries < 121; tries += 1) statuses.add((await guess()).status);
    expect([...statuses]).toEqual([404, 429]);
    expect((await open(tokenOf(link), "text/html", "198.51.100.1")).status).toBe(429);
    expect((await open(tokenOf(link), "text/html", "198.51.100.2")).status).toBe(200);
  });
});
