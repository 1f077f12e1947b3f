import type { ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import type { ForwardingRule } from "@/lib/webhooks/forwarding/contract";
import { expectRefusal } from "./client";
import { done } from "./fixtures";
import { forwardingSite, post, target } from "./forwarding-site";
import { createInbox } from "./inbox";

const at = forwardingSite();
const { makeRule, deliveries, ended, tried } = at;

describe("a rule", () => {
  it("pauses itself at 410, says why, and takes nothing more", async () => {
    const inbox = await createInbox(at.site());
    const rule = await makeRule(inbox);
    at.answerWith = (_, response) => response.writeHead(410).end();
    await inbox.capture(post);
    await ended(inbox, 1);
    const path = `${inbox.api}/forwarding-rules/${rule.id}`;
    const read = () => done<ForwardingRule>(at.site().owner.get(path));
    await expect.poll(async () => (await read()).enabled).toBe(false);
    expect((await read()).pausedReason).toContain("410");
    await inbox.capture(post);
    expect(await deliveries(inbox)).toHaveLength(1);
    expectRefusal(await at.site().owner.post(`${path}/resend`, {}), 409);
    await done(at.site().owner.put(path, { enabled: true }));
    at.answerWith = (_, response) => response.writeHead(200).end();
    expect(await done(at.site().owner.post(`${path}/resend`, {}))).toEqual({ resent: 1 });
    await vi.waitFor(async () => expect((await deliveries(inbox))[0]?.state).toBe("delivered"), {
      timeout: 60_000,
    });
    expect(await read()).toMatchObject({ pausedReason: null, counts: { delivered: 1, failed: 0 } });
  });

  it("keeps what waits while it is paused, and sends it when it goes on", async () => {
    const inbox = await createInbox(at.site());
    const rule = await makeRule(inbox);
    const path = `${inbox.api}/forwarding-rules/${rule.id}`;
    at.answerWith = (_, response) => response.writeHead(503).end();
    await inbox.capture(post);
    const { id } = await tried(inbox, 1);
    await done(at.site().owner.put(path, { enabled: false }));
    at.answerWith = (_, response) => response.writeHead(200).end();
    expect((await deliveries(inbox, "?state=pending")).map((each) => each.id)).toEqual([id]);
    await done(at.site().owner.put(path, { enabled: true }));
    expect((await ended(inbox, 1))[0]?.state).toBe("delivered");
  });

  it("goes on where it got another address while the old one was about to answer 410", async () => {
    const inbox = await createInbox(at.site());
    const rule = await makeRule(inbox);
    const path = `${inbox.api}/forwarding-rules/${rule.id}`;
    const asked = new Promise<ServerResponse>((resolve) => {
      at.answerWith = (_, response) => resolve(response);
    });
    await inbox.capture(post);
    const response = await asked;
    at.answerWith = (_, next) => next.writeHead(200).end();
    await done(at.site().owner.put(path, { url: `${target}${at.hookOf(inbox)}/new` }));
    response.writeHead(410).end();
    await ended(inbox, 1);
    await inbox.capture(post);
    await vi.waitFor(async () => expect((await deliveries(inbox))[0]?.state).toBe("delivered"), {
      timeout: 60_000,
    });
    expect(await done(at.site().owner.get(path))).toMatchObject({ enabled: true, pausedReason: null });
  });
});
