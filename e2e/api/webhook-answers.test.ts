import { beforeAll, describe, expect, it } from "vitest";
import { type Call, issuePaths } from "./client";
import { createSite, done, type Site } from "./fixtures";
import { createInbox } from "./inbox";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});

const templated = (body: string, more: Record<string, unknown> = {}) =>
  createInbox(site, { response: { body, templated: true, ...more } });

describe("an answer that is a template sees", () => {
  const json = { "content-type": "application/json" };
  it.each<[template: string, text: string, call: Partial<Call>]>([
    ["{{ request.method }} {{ request.path }}", "PUT /orders/7", { method: "PUT", path: "/orders/7?page=2" }],
    ["{{ request.path | size }}", "0", {}],
    ["{{ request.query.q }}|{{ request.query.n | join: '+' }}", "a b|1+2", { path: "?q=a+b&n=1&n=2" }],
    ["{{ request.headers['x-tenant'] }}", "blue", { headers: { "X-Tenant": "blue" } }],
    [
      "{{ request.json.user.name | upcase }}",
      "ADA",
      { method: "POST", headers: json, body: '{"user":{"name":"Ada"}}' },
    ],
    [
      "{{ request.form.a }}",
      "1",
      { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "a=1&b=2" },
    ],
    ["{{ request.body | size }}", "5", { method: "POST", body: "hello" }],
    ["{% seed 1 %}{{ 'internet.email' | fake | split: '@' | size }}", "2", {}],
    ["[{{ request.params.id }}{{ process.env }}{{ capture.constructor }}]", "[]", {}],
  ])("%s", async (template, text, call) => {
    expect((await (await templated(template)).capture(call)).text()).toBe(text);
  });

  it("the capture's id and sequence, which counter is too", async () => {
    const inbox = await templated(
      '{"id":"{{ capture.id }}","at":{{ capture.sequence }},"count":{{ counter }}}',
    );
    for (const sequence of [1, 2]) {
      const answer = await inbox.capture({ method: "POST" });
      const { id } = await inbox.newest();
      expect(answer.json()).toEqual({ id, at: sequence, count: sequence });
      expect(answer.headers["content-type"]).toBe("application/json");
    }
  });

  it("it in headers, too, whose values stay in their line", async () => {
    const headers = { "X-Capture": "{{ capture.id }}", "X-Echo": "{{ request.query.v }}" };
    const inbox = await templated("", { headers, statusCode: 202 });
    const answer = await inbox.capture({ path: "?v=a%0d%0aX-Evil:%201" });
    expect(answer.status).toBe(202);
    expect(answer.headers).toMatchObject({ "x-capture": (await inbox.newest()).id, "x-echo": "a X-Evil: 1" });
    expect(answer.headers["x-evil"]).toBeUndefined();
  });
});

describe("a template that can't be rendered", () => {
  it.each<[string, string]>([
    ["has a mistake that only shows then", "{{ request.method | fake }}"],
    ["takes too long", "{% for a in (1..100000) %}{% for b in (1..100000) %}{{ b }}{% endfor %}{% endfor %}"],
  ])("because it %s, is 503 for the sender, and the request is captured", async (_, template) => {
    const inbox = await templated(template);
    const answer = await inbox.capture({ method: "POST", body: "kept" });
    expect(answer.status).toBe(503);
    expect(answer.json()).toMatchObject({
      code: "template_failed",
      error: "The template of this inbox could not be rendered",
      hint: expect.stringMatching(/./),
    });
    expect((await inbox.newest()).body).toBe("kept");
  });

  it("is refused where that shows before, with its place, and nothing is stored", async () => {
    const response = { body: "{{ a", headers: { "X-A": ["ok", "{% nothing %}"] }, templated: true };
    const paths = ["response.body", "response.headers.X-A.1"];
    const list = `/api/projects/${site.project.id}/webhooks`;
    const before = (await done<unknown[]>(site.owner.get(list))).length;
    expect(issuePaths(await site.owner.post(list, { name: "A", response }))).toEqual(paths);
    expect(await done<unknown[]>(site.owner.get(list))).toHaveLength(before);
    const inbox = await createInbox(site);
    expect(issuePaths(await site.owner.put(inbox.api, { response }))).toEqual(paths);
    expect(await done(site.owner.get(inbox.api))).toEqual(inbox.webhook);
    expect(
      issuePaths(await site.owner.put(inbox.api, { response: { bodyEncoding: "base64", body: "?" } })),
    ).toEqual(["response.body"]);
  });
});

describe("an answer may be", () => {
  it("a text that looks like a template and is none", async () => {
    const inbox = await createInbox(site, { response: { body: "{{ capture.id }}" } });
    expect((await inbox.capture()).text()).toBe("{{ capture.id }}");
  });

  it("bytes", async () => {
    const bytes = Buffer.from([0, 255, 1, 254]);
    const body = bytes.toString("base64");
    const inbox = await createInbox(site, { response: { body, bodyEncoding: "base64" } });
    expect((await inbox.capture({ method: "POST" })).body.equals(bytes)).toBe(true);
  });

  it("late by chance", async () => {
    const delayDistribution = { type: "uniform", minMs: 300, maxMs: 400 };
    const inbox = await createInbox(site, { response: { body: "late", delayDistribution } });
    const start = performance.now();
    expect((await inbox.capture()).text()).toBe("late");
    expect(performance.now() - start).toBeGreaterThanOrEqual(295);
  });

  it("none at all, which is not to be taken for a refusal: the request is captured", async () => {
    const inbox = await createInbox(site, { response: { fault: "empty" } });
    await expect(inbox.capture({ method: "POST" })).rejects.toThrow();
    expect(await inbox.requests()).toHaveLength(1);
  });
});

it("templates of one project that take all their time hold up no capture of another one", async () => {
  const busy = await templated(
    "{% for a in (1..100000) %}{% for b in (1..100000) %}{{ b }}{% endfor %}{% endfor %}",
  );
  const other = await createInbox(await createSite());
  let ended = 0;
  const under = Array.from({ length: 20 }, () =>
    busy.capture({ method: "POST" }).finally(() => {
      ended += 1;
    }),
  );
  expect((await other.capture({ method: "POST" })).status).toBe(200);
  expect(ended, "answers of the busy project before this one").toBeLessThan(under.length);
  const statuses = (await Promise.all(under)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect(await busy.requests()).toHaveLength(20);
});

it("an answer is shown with all of its fields", async () => {
  const { webhook } = await templated("{{ now }}");
  expect(webhook.response).toEqual({
    ...{ statusCode: 200, headers: {}, body: "{{ now }}", delayMs: 0, templated: true },
    ...{ bodyEncoding: "text", delayDistribution: null, bytesPerSecond: null, fault: null },
  });
});
