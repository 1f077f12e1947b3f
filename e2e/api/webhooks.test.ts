import { beforeAll, describe, expect, it } from "vitest";
import { appHost, expectRefusal, send } from "./client";
import {
  createProject,
  createSite,
  createWebhook,
  done,
  type Site,
  timestamp,
  unique,
  uuid,
  type Webhook,
} from "./fixtures";
import { createInbox } from "./inbox";

let site: Site;
let list: string;
beforeAll(async () => {
  site = await createSite();
  list = `/api/projects/${site.project.id}/webhooks`;
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("inboxes", () => {
  it("are created with defaults, and exactly the documented fields", async () => {
    const webhook = await done<Webhook>(site.owner.post(list, { name: "  Orders ", color: "red" }), 201);
    expect(webhook).toEqual({
      id: uuid,
      referenceId: expect.stringMatching(/^[a-z0-9]{16}$/),
      projectId: site.project.id,
      name: "Orders",
      description: null,
      expiresAt: null,
      response: null,
      handshakes: ["slack", "meta", "microsoft-graph", "dropbox", "cloudevents"],
      metaVerifyToken: null,
      signature: null,
      retention: { count: 50, hours: 12, countMax: 50, hoursMax: 12 },
      url: `http://${site.host}/api/webhook/${webhook.referenceId}`,
      pathUrl: `http://${appHost}/p/${site.host.split(".")[0]}/api/webhook/${webhook.referenceId}`,
      createdAt: timestamp,
      updatedAt: timestamp,
    });
    expect(await done(site.owner.get(`${list}/${webhook.id}`))).toEqual(webhook);
  });

  it("keep what they are given", async () => {
    const fields = {
      name: "é 日本 🎈",
      description: "",
      expiresAt: "2099-01-31T12:00:00.000Z",
      response: { statusCode: 418, headers: { "X-A": ["1", "2"], "X-B": "3" }, body: "b", delayMs: 5 },
    };
    const webhook = await createWebhook(site.owner, site.project.id, fields);
    expect(webhook).toMatchObject(fields);
    const offset = await createWebhook(site.owner, site.project.id, {
      expiresAt: "2099-01-31T14:00:00+02:00",
    });
    expect(offset.expiresAt).toBe("2099-01-31T12:00:00.000Z");
  });

  it("are listed newest first, and only the project's", async () => {
    const project = await createProject(site.owner, site.team.id);
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.unshift((await createWebhook(site.owner, project.id)).id);
    const path = `/api/projects/${project.id}/webhooks`;
    expect((await done<Webhook[]>(site.owner.get(path))).map(({ id }) => id)).toEqual(made);
    const first = await site.owner.get(`${path}?limit=2`);
    expect(first.json<Webhook[]>().map(({ id }) => id)).toEqual(made.slice(0, 2));
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? "";
    const second = await site.owner.get(next);
    expect(second.json<Webhook[]>().map(({ id }) => id)).toEqual(made.slice(2));
    expect(second.headers.link).toBeUndefined();
  });

  it("change by PUT in the fields that are given", async () => {
    const webhook = await createWebhook(site.owner, site.project.id, { description: "old" });
    const path = `${list}/${webhook.id}`;
    expect(await done(site.owner.put(path, {}))).toEqual(webhook);
    await wait(5);
    const renamed = await done<Webhook>(site.owner.put(path, { name: "New" }));
    expect(renamed).toEqual({ ...webhook, name: "New", updatedAt: renamed.updatedAt });
    expect(renamed.updatedAt > webhook.updatedAt).toBe(true);
    const cleared = await done<Webhook>(
      site.owner.put(path, { description: null, response: { statusCode: 201 } }),
    );
    expect(cleared).toMatchObject({
      description: null,
      response: { statusCode: 201, headers: {}, body: "", delayMs: 0 },
    });
    expect(await done(site.owner.put(path, { response: null }))).toMatchObject({
      response: null,
      name: "New",
    });
  });

  it("can't be made expired, but be made to expire", async () => {
    const past = "2020-01-01T00:00:00.000Z";
    const { issues } = expectRefusal(await site.owner.post(list, { name: "x", expiresAt: past }), 400);
    expect(issues?.map(({ path }) => path)).toEqual(["expiresAt"]);
    const { id } = await createWebhook(site.owner, site.project.id);
    expect(await done(site.owner.put(`${list}/${id}`, { expiresAt: past }))).toMatchObject({
      expiresAt: past,
    });
  });

  it("are deleted with what they captured", async () => {
    const inbox = await createInbox(site);
    await inbox.capture();
    expect(await done(site.owner.delete(inbox.api))).toEqual({ success: true });
    for (const path of [inbox.api, `${inbox.api}/requests`]) {
      expectRefusal(await site.owner.get(path), 404, "Webhook not found");
    }
    expectRefusal(await site.owner.delete(inbox.api), 404, "Webhook not found");
  });

  it.each([
    [{}, ["name"]],
    [{ name: "" }, ["name"]],
    [{ name: " " }, ["name"]],
    [{ name: "x".repeat(201) }, ["name"]],
    [
      { name: 1, description: 2, expiresAt: "soon", response: "x" },
      ["name", "description", "expiresAt", "response"],
    ],
    [{ name: "x", expiresAt: "0000-01-01T00:00:00Z" }, ["expiresAt"]],
    [{ name: "x", expiresAt: 1 }, ["expiresAt"]],
    [{ name: "x", response: [] }, ["response"]],
    [{ name: "x", response: { statusCode: 199 } }, ["response.statusCode"]],
    [{ name: "x", response: { statusCode: 600 } }, ["response.statusCode"]],
    [{ name: "x", response: { statusCode: 200.5 } }, ["response.statusCode"]],
    [{ name: "x", response: { delayMs: 30_001 } }, ["response.delayMs"]],
    [{ name: "x", response: { delayMs: -1 } }, ["response.delayMs"]],
    [{ name: "x", response: { body: {} } }, ["response.body"]],
    ...[
      "Connection",
      "Content-Length",
      "Transfer-Encoding",
      "Proxy-X",
      "Clear-Site-Data",
      "bad name",
      "é",
    ].map((name) => [{ name: "x", response: { headers: { [name]: "x" } } }, [`response.headers.${name}`]]),
    [{ name: "x", response: { headers: { "X-A": "a\r\nB: c" } } }, ["response.headers.X-A"]],
    [
      { name: "x", response: { headers: { "Set-Cookie": "a=1; Domain=x" } } },
      ["response.headers.Set-Cookie"],
    ],
  ] as [Record<string, unknown>, string[]][])("%j is 400", async (fields, paths) => {
    const created = expectRefusal(await site.owner.post(list, fields), 400);
    expect(created.issues?.map(({ path }) => path)).toEqual(paths);
    const { id } = await createWebhook(site.owner, site.project.id);
    if (!("name" in fields)) return;
    const changed = expectRefusal(await site.owner.put(`${list}/${id}`, fields), 400);
    expect(changed.issues?.map(({ path }) => path)).toEqual(paths);
  });
});

describe("stream tickets", () => {
  it("are given out for 30 seconds, and never twice", async () => {
    const { api, webhook } = await createInbox(site);
    const path = `${api}/stream-tickets`;
    const before = Date.now();
    const headers = { "idempotency-key": unique("key") };
    const first = await site.owner.call("POST", path, {}, headers);
    const { ticket, expiresAt } = first.json<{ ticket: string; expiresAt: string }>();
    expect(first.status).toBe(201);
    expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Date.parse(expiresAt) - before).toBeGreaterThan(29_000);
    expect(Date.parse(expiresAt) - before).toBeLessThan(35_000);
    const repeat = await site.owner.call("POST", path, {}, headers);
    expectRefusal(repeat, 409);
    expect(repeat.text()).not.toContain(ticket);
    const open = (body: unknown) =>
      send({
        method: "POST",
        path: `/api/webhook-streams/${webhook.id}`,
        headers: { host: appHost, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await open({ ticket })).status).toBe(200);
    expectRefusal(await open({ ticket }), 401);
    expectRefusal(await open({ ticket: "x" }), 401);
  });
});
