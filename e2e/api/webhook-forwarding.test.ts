import { describe, expect, it, vi } from "vitest";
import type { WebhookDelivery } from "@/lib/webhooks/deliveries/contract";
import type { ForwardingRule } from "@/lib/webhooks/forwarding/contract";
import { expectRefusal } from "./client";
import { done } from "./fixtures";
import { forwardingSite, post, target } from "./forwarding-site";
import { createInbox, type Inbox } from "./inbox";

const at = forwardingSite();
const { hookOf, receivedOf, makeRule, deliveries, delivery, ended, tried } = at;

describe("a rule", () => {
  it("sends captures on as they came, in their order, with an id that tells doubles", async () => {
    const inbox = await createInbox(at.site());
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
    const inbox = await createInbox(at.site());
    await makeRule(inbox);
    let failures = 1;
    at.answerWith = (_, response) => {
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
    const inbox = await createInbox(at.site());
    await makeRule(inbox);
    at.answerWith = ({ body }, response) =>
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
    const inbox = await createInbox(at.site());
    await makeRule(inbox);
    at.answerWith = (__, response) => response.writeHead(status, headers).end();
    await inbox.capture(post);
    const [only] = await ended(inbox, 1);
    expect(only).toMatchObject({ state, statusCode: status, tries: 1 });
    expect(receivedOf(inbox)).toHaveLength(1);
  });

  it("takes only captures that meet its filter", async () => {
    const inbox = await createInbox(at.site());
    await makeRule(inbox, { filter: { methods: ["post"], path: "/orders/*", bodyContains: "created" } });
    await inbox.capture({ ...post, path: "/orders/1", body: "created" });
    await inbox.capture({ ...post, path: "/orders/1", body: "deleted" });
    await inbox.capture({ ...post, path: "/users/1", body: "created" });
    await inbox.capture({ method: "PUT", path: "/orders/1", body: "created" });
    await ended(inbox, 1);
    expect((await deliveries(inbox)).map(({ sequence }) => sequence)).toEqual([1]);
  });

  it("goes with what it sent when it is deleted, and comes back with it", async () => {
    const inbox = await createInbox(at.site());
    const rule = await makeRule(inbox);
    await inbox.capture(post);
    const before = await ended(inbox, 1);
    await done(at.site().owner.delete(`${inbox.api}/forwarding-rules/${rule.id}`));
    await inbox.capture(post);
    expect(await deliveries(inbox)).toEqual([]);
    await done(
      at
        .site()
        .owner.post(`/api/projects/${at.site().project.id}/deletions/forwardingRule/${rule.id}/restore`, {}),
    );
    expect(await deliveries(inbox)).toEqual(before);
    await inbox.capture(post);
    await ended(inbox, 2);
  });
});

describe("sending again", () => {
  it("works after a success, as long as the capture is kept", async () => {
    const inbox = await createInbox(at.site());
    await makeRule(inbox);
    await inbox.capture(post);
    const [first] = await ended(inbox, 1);
    const again = `${inbox.api}/deliveries/${first?.id}/resend`;
    expect((await done<WebhookDelivery>(at.site().owner.post(again, {}))).state).toBe("pending");
    await expect.poll(() => receivedOf(inbox)).toHaveLength(2);
    await tried(inbox, 2);
    await done(at.site().owner.delete(`${inbox.api}/requests`));
    expect(expectRefusal(await at.site().owner.post(again, {}), 409).error).toContain("no longer stored");
  });

  it("can be prevented: what waits is cancelled", async () => {
    const inbox = await createInbox(at.site());
    const rule = await makeRule(inbox);
    at.answerWith = (_, response) => response.writeHead(500).end();
    await inbox.capture(post);
    await tried(inbox, 1);
    const cancel = `${inbox.api}/forwarding-rules/${rule.id}/cancel`;
    expect(await done(at.site().owner.post(cancel, {}))).toEqual({ cancelled: 1 });
    expect((await deliveries(inbox))[0]).toMatchObject({ state: "cancelled", nextTryAt: null });
  });
});

describe("nothing goes round in circles", () => {
  it("from an inbox to itself, nor to another one and back", async () => {
    const [first, second] = [await createInbox(at.site()), await createInbox(at.site())];
    const urlOf = ({ path }: Inbox) => `http://${at.site().host}${path}`;
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
      { timeout: 60_000 },
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
    const inbox = await createInbox(at.site());
    const refused = expectRefusal(
      await at.site().owner.post(`${inbox.api}/forwarding-rules`, { name: "x", url }),
      400,
    );
    expect(refused.issues?.[0]?.path).toBe(path);
  });

  it.each([
    ["Host", "a"],
    ["X-Fieldkit-Delivery", "a"],
    ["X-A", "a\nb"],
  ])("the header %s with %j", async (name, value) => {
    const inbox = await createInbox(at.site());
    const fields = { name: "x", url: target, headers: [{ name, value }] };
    expectRefusal(await at.site().owner.post(`${inbox.api}/forwarding-rules`, fields), 400);
  });

  it("more than ten rules", async () => {
    const inbox = await createInbox(at.site());
    const results = await Promise.all(
      Array.from({ length: 12 }, () =>
        at.site().owner.post(`${inbox.api}/forwarding-rules`, { name: "x", url: target, enabled: false }),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
  });
});

it("never shows the value of a header, also not in the trail, and keeps it when it is left out", async () => {
  const inbox = await createInbox(at.site());
  const secret = "Bearer very-secret-value-0123456789";
  const rule = await makeRule(inbox, { headers: [{ name: "Authorization", value: secret }] });
  const path = `${inbox.api}/forwarding-rules/${rule.id}`;
  const headers = [{ name: "authorization" }, { name: "X-New", value: "1" }];
  const changed = await done<ForwardingRule>(at.site().owner.put(path, { headers }));
  expect(changed.headers).toEqual([
    { name: "authorization", valueTail: "6789" },
    { name: "X-New", valueTail: "" },
  ]);
  const trail = JSON.stringify(
    await done(at.site().owner.get(`/api/projects/${at.site().project.id}/audit-log`)),
  );
  expect(trail).not.toContain("very-secret");
  await inbox.capture(post);
  await ended(inbox, 1);
  expect(receivedOf(inbox)[0]?.headers.authorization).toBe(secret);
});
