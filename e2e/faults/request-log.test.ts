import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { Caller } from "../caller";
import { type Door, type DoorName, startDoor } from "../door";
import { AttackSite } from "./attack-site";

type Line = Record<string, unknown> & { route: string; status: number | null };

/** Nothing of these may ever be in a line. */
const secrets = {
  query: "s3cret-in-a-query",
  header: "s3cret-in-a-header",
  invitation: "s3cret-invitation-token",
  body: "s3cret-in-a-body",
};

const token = "0123456789abcdef";

describe.each<DoorName>(["server", "next"])("requests on the %s door", (name) => {
  let door: Door;
  let site: AttackSite;
  beforeAll(async () => {
    door = await startDoor(name, { LOG_REQUESTS: "on", LOG_LEVEL: "error", METRICS_TOKEN: token });
    site = await AttackSite.create(door);
    await site.owner.done("POST", `${site.api}/mocks`, { name: "m", endpoint: "/hello", responseBody: "{}" });
  });
  afterAll(() => door.stop());

  const lines = (): Line[] =>
    door
      .log()
      .split("\n")
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line));
  const lineOf = async (requestId: string): Promise<Line> => {
    await expect.poll(() => lines().some((line) => line.requestId === requestId)).toBe(true);
    return lines().find((line) => line.requestId === requestId) as Line;
  };
  const ask = async (
    id: string,
    path: string,
    more: Parameters<Caller["send"]>[2] & { method?: string } = {},
  ) => {
    const { method = "GET", headers, ...rest } = more;
    const caller = rest.host === undefined ? site.owner : new Caller(door.port);
    await caller.send(method, path, { ...rest, headers: { "x-request-id": id, ...headers } });
    return lineOf(id);
  };

  it("are logged by operation, with status, time, size, address and who called", async () => {
    const line = await ask("list-1", `${site.api}/mocks?q=${secrets.query}`);
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      method: "GET",
      route: "listMocks",
      kind: "api",
      path: "/api/projects/:projectId/mocks",
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      requestId: "list-1",
      client: "127.0.0.1",
      actor: expect.stringMatching(/^user:[\w-]+$/),
      msg: "request",
    });
    expect(line.bytes).toBeGreaterThan(100);
    const wrong = await ask("wrong-1", `${site.api}/mocks`, { method: "POST", body: { name: secrets.body } });
    expect(wrong).toMatchObject({ method: "POST", route: "createMock", status: 400 });
  });

  it("with a key are the key's", async () => {
    const keys = `/api/projects/${site.project.referenceId}/api-keys`;
    const { key, id } = await site.owner.done<{ key: string; id: string }>("POST", keys, { name: "k" });
    const record = `/api/flags/${secrets.query}`;
    const line = await ask("key-1", record, { headers: { authorization: `Bearer ${key}` } });
    expect(line).toMatchObject({ route: "resolveFlags", actor: `key:${id}`, path: "/api/flags/:recordId" });
    expect(door.log()).not.toContain(key);
  });

  it.each([
    ["/api/mock/hello", { route: "mock", kind: "mock", status: 200 }],
    ["/api/mock/missing", { route: "mock", kind: "mock", status: 404 }],
    ["/elsewhere", { kind: "other", status: 404 }],
  ])("on a project's host have its label and path: %s", async (path, expected) => {
    const { host } = site.project;
    const id = `host-${expected.kind}-${expected.status}`;
    const line = await ask(id, `${path}?token=${secrets.query}`, {
      host,
      headers: { "x-secret": secrets.header },
    });
    expect(line).toMatchObject({ ...expected, path, host: host.split(".", 1)[0] });
  });

  it("of senders are captures", async () => {
    const path = `/api/webhook/${site.inbox.referenceId}/sub`;
    const { host } = site.project;
    const line = await ask("capture-1", path, { host, method: "POST", body: { secret: secrets.body } });
    expect(line).toMatchObject({ route: "capture", method: "POST", status: 200, path });
  });

  it("for pages have their pattern", async () => {
    await site.owner.send("GET", `/invitations/${secrets.invitation}`);
    const isInvitation = ({ kind, path }: Line) => kind === "page" && path === "/invitations/:";
    await expect.poll(() => lines().some(isInvitation)).toBe(true);
  });

  it("that are broken off are logged too", async () => {
    const outgoing = request({
      host: "127.0.0.1",
      port: door.port,
      method: "POST",
      path: "/api/teams",
      headers: {
        host: `localhost:${door.port}`,
        cookie: site.owner.cookie,
        "x-request-id": "broken-1",
        "content-type": "application/json",
        "content-length": 1000,
      },
    });
    outgoing.on("error", () => {});
    outgoing.write('{"name":');
    await site.owner.send("GET", "/livez");
    outgoing.destroy();
    const isBroken = ({ route, aborted }: Line) =>
      aborted === true && (route === "createTeam" || route === "unknown");
    await expect.poll(() => lines().some(isBroken)).toBe(true);
  });

  it.runIf(name === "server")("for streams are logged when they are opened or refused", async () => {
    const open = (headers: Record<string, string>) =>
      new Promise<void>((done) => {
        const url = `ws://localhost:${door.port}/ws/webhook/${site.inbox.id}?ticket=${secrets.query}`;
        const socket = new WebSocket(url, { headers });
        socket.on("error", () => done());
        socket.on("open", () => {
          socket.close();
          done();
        });
      });
    await open({ cookie: site.owner.cookie, "x-request-id": "stream-1" });
    await open({ "x-request-id": "stream-2" });
    expect(await lineOf("stream-1")).toMatchObject({ route: "stream", status: 101 });
    expect(await lineOf("stream-2")).toMatchObject({ route: "stream", status: 401 });
  });

  it("are counted for whoever has the token, by operation and outcome", async () => {
    const scrape = (bearer: string) =>
      new Caller(door.port).send("GET", "/metrics", { headers: { authorization: `Bearer ${bearer}` } });
    const { status, text } = await scrape(token);
    expect(status).toBe(200);
    const count = (kind: string, operation: string, outcome: string) => {
      const labels = `{kind="${kind}",operation="${operation}",status="${outcome}"}`;
      const line = text
        .split("\n")
        .find((each) => each.startsWith(`fieldkit_http_request_duration_seconds_count${labels}`));
      return Number(line?.split(" ").at(-1) ?? 0);
    };
    expect(count("api", "listMocks", "2xx")).toBe(1);
    expect(count("api", "createMock", "4xx")).toBe(1);
    expect(count("mock", "mock", "2xx")).toBe(1);
    expect(count("capture", "capture", "2xx")).toBe(1);
    expect(count("page", "page", "2xx") + count("page", "page", "4xx")).toBeGreaterThan(0);
    for (const line of [
      /^fieldkit_http_connections [1-9]/m,
      /^fieldkit_captures_waiting 0$/m,
      /^fieldkit_jobs\{state="queued"\} 0$/m,
      /^fieldkit_database_connections\{pool="quick",state="idle"\} \d/m,
      /^fieldkit_cache_reads_total\{cache="mock tables",result="load"\} [1-9]/m,
      /^fieldkit_info\{version="\d/m,
      /^fieldkit_scrape_failures_total 0$/m,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text).not.toContain(site.project.id);
    expect((await scrape(`${token}x`)).status).toBe(404);
  });

  it("show nothing secret, and are all there is below the level of the log", async () => {
    await ask("unknown-1", `/api/unknown/${secrets.invitation}`);
    expect(lines().some(({ requestId, route }) => requestId === "unknown-1" && route === "unknown")).toBe(
      true,
    );
    for (const secret of [...Object.values(secrets), site.owner.cookie, token])
      expect(door.log()).not.toContain(secret);
    expect(door.log()).not.toContain("embedded database ready");
  });
});
