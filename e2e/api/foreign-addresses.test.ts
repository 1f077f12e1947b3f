import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loopbackAddresses } from "../loopback-addresses";
import { targetPort as ownTargetPort } from "../target-port";
import { createSite, done, type Site } from "./fixtures";
import { createInbox } from "./inbox";

const targetPort = ownTargetPort();
const range = { fromDate: "2026-01-01", toDate: "2026-01-31" };

/** Counts every connection that is made to it, whatever is sent. */
let canary: Server;
let canaryPort: number;
let connections = 0;
let site: Site;
let settings: string;
let releases: string;
let replayPath: string;

beforeAll(async () => {
  canary = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  // Every interface, so that no spelling misses it.
  canary.listen(0);
  await once(canary, "listening");
  canaryPort = (canary.address() as AddressInfo).port;
  site = await createSite();
  settings = `/api/projects/${site.project.id}/release-settings`;
  releases = `/api/projects/${site.project.id}/releases`;
  const inbox = await createInbox(site);
  await inbox.capture();
  replayPath = `${inbox.api}/requests/${(await inbox.newest()).id}/replay`;
});
afterAll(() => canary.close());
afterEach(() => expect(connections).toBe(0));

const generate = (url: string) => site.owner.post(`${releases}/generate`, { ...range, repoUrls: [url] });
const replay = (url: string) => site.owner.post(replayPath, { url });

type Release = { id: string; status: string; content: string; errorMessage: string | null };

/** How a generation from this repository ends. */
async function endOf(url: string): Promise<Release> {
  const { id } = await done<Release>(generate(url), 201);
  const get = () => done<Release>(site.owner.get(`${releases}/${id}`));
  await expect.poll(async () => (await get()).status).toBe("draft");
  return get();
}

async function sendToSlack(url: string): Promise<number> {
  await done(site.owner.put(settings, { slackWebhookUrl: url }));
  const [release] = await done<Release[]>(site.owner.get(`${releases}?limit=1`));
  return (await site.owner.post(`${releases}/${release?.id}/send-slack`, {})).status;
}

// Nothing at all takes the Slack address away.
it.each(loopbackAddresses.filter(Boolean))(
  "%j is refused everywhere, and nobody is called",
  async (address) => {
    const url = address.replace("PORT", String(canaryPort));
    const answers = await Promise.all([
      generate(url),
      site.owner.put(settings, { repoUrls: [url] }),
      site.owner.put(settings, { slackWebhookUrl: url }),
      replay(url),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  },
);

describe("a name that leads to this machine", () => {
  let names: string[];

  beforeAll(async () => {
    const hosts = readFileSync("/etc/hosts", "utf8").replace(/#.*/g, "").split(/\s+/);
    const candidates = [...new Set([...hosts, hostname()])].filter((name) => /^[a-z][\w.-]*$/i.test(name));
    const known = await Promise.all(
      candidates.map(async (name) => [name, (await lookup(name).catch(() => undefined))?.address] as const),
    );
    names = known
      .filter(
        ([name, address = ""]) => !/localhost$/i.test(name) && /^(127|10|172|192)\.|^::1$/.test(address),
      )
      .map(([name]) => name);
  });

  it("is looked up, refused and not called", async () => {
    expect(names.length, "this machine has a name").toBeGreaterThan(0);
    for (const name of names) {
      const url = `https://${name}:${canaryPort}/`;
      expect(await endOf(url)).toMatchObject({
        content: "",
        errorMessage: expect.stringMatching(/not public/),
      });
      expect((await replay(url)).status).toBe(400);
      expect(await sendToSlack(url)).toBe(502);
    }
  });
});

describe("a redirect of a server that may be called", () => {
  const server = createHttpServer((request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${canaryPort}${request.url}` }).end();
  });
  const url = `http://127.0.0.1:${targetPort}/a.git`;

  beforeAll(async () => {
    server.listen(targetPort, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it("is not followed to this machine", async () => {
    expect(await endOf(url)).toMatchObject({ content: "", errorMessage: expect.stringMatching(/redirect/) });
    expect(await done(replay(url))).toMatchObject({ statusCode: 302 });
    expect(await sendToSlack(url)).toBe(502);
  });
});
