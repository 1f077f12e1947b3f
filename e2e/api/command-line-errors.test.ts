import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Cli } from "../cli";
import { appHost } from "./client";
import { createKey, createSite, type Site } from "./fixtures";

const url = `http://${appHost}`;
let cli: Cli;
let site: Site;
let env: Record<string, string>;
beforeAll(async () => {
  [cli, site] = await Promise.all([Cli.build(), createSite()]);
  const { key } = await createKey(site.owner, site.project.referenceId);
  env = { FIELDKIT_URL: url, FIELDKIT_API_KEY: key };
});
afterAll(() => cli.remove());

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
/** A server that isn't Fieldkit. */
async function stranger(answer: RequestListener): Promise<Record<string, string>> {
  const opened = createServer(answer);
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, "127.0.0.1", resolve));
  const { port } = opened.address() as AddressInfo;
  return { FIELDKIT_URL: `http://127.0.0.1:${port}`, FIELDKIT_API_KEY: "fk_x" };
}

describe("a server that isn't Fieldkit", () => {
  it.each<[string, number, Record<string, string>, string, number, RegExp]>([
    [
      "a page",
      200,
      { "content-type": "text/html" },
      "<h1>Welcome</h1>",
      5,
      /responded with 200 and text\/html instead of JSON/,
    ],
    ["other JSON", 200, {}, '{"hello": 1}', 5, /doesn't respond like a Fieldkit instance/],
    ["a redirect", 308, { location: "https://a.example/" }, "", 5, /redirects to https:\/\/a\.example\//],
    [
      "a proxy's error",
      502,
      { "content-type": "text/html" },
      "<h1>Bad gateway</h1>",
      5,
      /responded with 502/,
    ],
    ["another API's 404", 404, {}, '{"message": "nope"}', 4, /has no \/api\/key/],
  ])("that answers with %s is reported", async (_, status, headers, body, exit, message) => {
    const there = await stranger((_request, response) => response.writeHead(status, headers).end(body));
    const { code, stderr } = await cli.call(["whoami"], { env: there });
    expect([code, stderr]).toEqual([exit, expect.stringMatching(message)]);
  });

  it.each([["whoami"], ["listen orders"], ["trigger orders"], ["mocks push --yes"], ["release generate"]])(
    "that never answers doesn't keep %s from being interrupted",
    async (args) => {
      let arrived = () => {};
      const asked = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const running = cli.start(args.split(" "), { env: await stranger(() => arrived()) });
      await asked;
      running.kill("SIGINT");
      expect(await running.ended).toMatchObject({ code: 130, stderr: "error Interrupted.\n" });
    },
  );
});

describe("options of every command", () => {
  it("may stand before the command", async () => {
    const { stdout } = await cli.call(["--json", "whoami"], { env });
    expect(JSON.parse(stdout)).toMatchObject({ project: { id: site.project.id } });
    const { code, stderr } = await cli.call(["--json", "--profile", "none", "mocks", "push"], { env });
    expect([code, JSON.parse(stderr)]).toEqual([2, expect.objectContaining({ code: "usage" })]);
  });
});
