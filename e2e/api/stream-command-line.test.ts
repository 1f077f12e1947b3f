import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Cli, type Running } from "../cli";
import { DeskServer, headerOf } from "../desk-server";
import { appHost } from "./client";
import { createKey, createSite, done, type Site } from "./fixtures";
import { createInbox, type Inbox } from "./inbox";

let cli: Cli;
let site: Site;
let key: { id: string; key: string };
let desk: DeskServer;
beforeAll(async () => {
  [cli, site] = await Promise.all([Cli.build(), createSite()]);
  key = await createKey(site.owner, site.project.referenceId);
});
afterAll(() => cli.remove());
afterEach(() => desk?.close());

const env = (as = key.key) => ({ FIELDKIT_URL: `http://${appHost}`, FIELDKIT_API_KEY: as });

/** The command, once it hears what comes. */
async function listening(inbox: Inbox, ...args: string[]): Promise<Running> {
  return opened(cli.start(["listen", inbox.webhook.id, "--json", ...args], { env: env() }));
}
async function opened(running: Running): Promise<Running> {
  await expect.poll(() => running.out).toContain('"type":"connected"');
  return running;
}
const captures = (running: Running) => running.events().filter(({ type }) => type === "capture");
const post = (inbox: Inbox, body: string | Buffer, headers: Record<string, string> = {}, path = "") =>
  inbox.capture({ method: "POST", path, body, headers });

describe("forwarding", () => {
  it("keeps method, sub-path, query, headers and bytes, so that a signature stays valid", async () => {
    desk = await new DeskServer().open();
    const inbox = await createInbox(site);
    const running = await listening(inbox, "--forward", `${desk.url}/hooks?token=a`);
    const body = Buffer.from([0, 255, 13, 10, 195, 40, 10]);
    const signature = `sha256=${createHmac("sha256", "hush").update(body).digest("hex")}`;
    const headers = {
      "X-Hub-Signature-256": signature,
      "x-github-event": "push",
      connection: "x-hop",
      "x-hop": "1",
    };
    await inbox.capture({ method: "PUT", path: "/a%2Fb?q=%20&q=2", body, headers });
    await expect.poll(() => desk.received.length).toBe(1);
    const [got] = desk.received;
    if (!got) throw new Error("Nothing came");
    expect([got.method, got.url]).toEqual(["PUT", "/hooks/a%2Fb?token=a&q=%20&q=2"]);
    expect(got.body.equals(body)).toBe(true);
    const made = createHmac("sha256", "hush").update(got.body).digest("hex");
    expect(headerOf(got, "x-hub-signature-256")).toBe(`sha256=${made}`);
    expect(got.rawHeaders).toContain("X-Hub-Signature-256");
    expect(headerOf(got, "host")).toBe(new URL(desk.url).host);
    expect(headerOf(got, "x-hop")).toBeUndefined();
    await expect
      .poll(() => captures(running))
      .toMatchObject([{ sequence: 1, sender: "GitHub", event: "push", delivery: { status: 200 } }]);
    running.kill("SIGINT");
    const { code } = await running.ended;
    expect([code, running.events().at(-1)]).toEqual([
      0,
      expect.objectContaining({ type: "summary", answered: 1 }),
    ]);
  });

  it("waits for a target that is down, and then goes on in order", async () => {
    desk = await new DeskServer().open();
    const inbox = await createInbox(site);
    const running = await listening(inbox, "--forward", desk.url);
    await desk.close();
    for (const body of ["1", "2", "3"]) await post(inbox, body);
    await expect.poll(() => running.out).toContain('"type":"waiting"');
    await desk.open();
    await expect.poll(() => desk.received.map(({ body }) => body.toString())).toEqual(["1", "2", "3"]);
    running.kill("SIGINT");
    expect((await running.ended).code).toBe(0);
  });

  it("does not send again what may have arrived, and says that it failed", async () => {
    desk = await new DeskServer().open();
    desk.answer = () => undefined;
    const inbox = await createInbox(site);
    const running = await listening(inbox, "--forward", desk.url, "--count", "1");
    await post(inbox, "once");
    expect((await running.ended).code).toBe(0);
    expect(desk.received).toHaveLength(1);
    expect(captures(running)).toMatchObject([{ delivery: { error: expect.any(String) } }]);
  });

  it("killed, it repeats what was under way at most, and loses nothing", async () => {
    desk = await new DeskServer().open();
    const inbox = await createInbox(site);
    const args = ["--forward", desk.url, "--after", "last"];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    desk.answer = async ({ body }) => {
      if (body.toString() === "3") await held;
      return 200;
    };
    const first = await listening(inbox, ...args);
    for (const body of ["1", "2", "3", "4", "5"]) await post(inbox, body);
    await expect.poll(() => desk.received.length).toBe(3);
    first.kill("SIGKILL");
    await first.ended;
    release();
    const second = await listening(inbox, ...args);
    await expect.poll(() => desk.received.length).toBe(6);
    expect(desk.received.map(({ body }) => body.toString())).toEqual(["1", "2", "3", "3", "4", "5"]);
    second.kill("SIGINT");
    await second.ended;
  });

  it("passes on only what fits a filter", async () => {
    desk = await new DeskServer().open();
    const inbox = await createInbox(site);
    const filter = 'method:POST path:/orders* -text:"skip me"';
    const running = await listening(inbox, "--forward", desk.url, "--filter", filter, "--count", "1");
    await inbox.capture({ path: "/orders" });
    await post(inbox, "please skip me", {}, "/orders/1");
    await post(inbox, "other", {}, "/carts");
    await post(inbox, "this", {}, "/orders/2");
    await running.ended;
    expect(desk.received.map(({ url }) => url)).toEqual(["/orders/2"]);
  });
});

describe("a listener", () => {
  it("gets headers and bodies as JSON with --body", async () => {
    const inbox = await createInbox(site);
    await post(inbox, "one", { "X-Event": "made" });
    const running = await listening(inbox, "--after", "0", "--body", "--count", "1");
    await running.ended;
    expect(captures(running)).toMatchObject([
      {
        ...{ body: "one", bodyEncoding: "utf8", headers: { "x-event": "made" } },
        rawHeaders: expect.arrayContaining([["X-Event", "made"]]),
      },
    ]);
  });

  it("is told exactly which captures are not kept any more", async () => {
    const inbox = await createInbox(site);
    for (let at = 0; at < 60; at += 1) await post(inbox, String(at));
    const running = await listening(inbox, "--after", "4", "--count", "1", "--fail-on-missed");
    expect((await running.ended).code).toBe(6);
    expect(running.events()).toContainEqual({ type: "missed", from: 5, to: 10, count: 6 });
  });

  it("ends with a clear message when its key is revoked, or its inbox deleted", async () => {
    const own = await createKey(site.owner, site.project.referenceId);
    const named = await createInbox(site, { name: "Only one" });
    const revoked = await opened(cli.start(["listen", "only one", "--json"], { env: env(own.key) }));
    await done(site.owner.delete(`/api/projects/${site.project.referenceId}/api-keys/${own.id}`));
    expect(await revoked.ended).toMatchObject({ code: 3, stderr: expect.stringContaining("fieldkit login") });
    const deleted = await listening(named);
    await done(site.owner.delete(named.api));
    expect(await deleted.ended).toMatchObject({ code: 4, stderr: expect.stringContaining("was deleted") });
  });

  it("that misspells an inbox is told what there is", async () => {
    await createInbox(site, { name: "Invoices" });
    const { code, stderr } = await cli.call(["listen", "invoises"], { env: env() });
    expect([code, stderr]).toEqual([4, expect.stringContaining("Did you mean Invoices?")]);
  });
});
