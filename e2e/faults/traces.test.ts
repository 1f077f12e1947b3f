import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Caller } from "../caller";
import { type Door, type DoorName, startDoor } from "../door";
import { AttackSite } from "./attack-site";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: Attribute[];
};
type Export = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] };

const caller = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;
const secret = "s3cret-of-somebody";

/** A collector that takes OTLP over HTTP as JSON. */
class Collector {
  readonly bodies: string[] = [];
  readonly #server: Server = createServer(async (request, response) => {
    if (request.url === "/v1/traces") this.bodies.push(await text(request));
    response.setHeader("content-type", "application/json").end("{}");
  });

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get spans(): Span[] {
    const exports = this.bodies.map((body) => JSON.parse(body) as Export);
    return exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const attribute = ({ attributes }: Span, key: string) => {
  const { stringValue, intValue } = attributes.find((each) => each.key === key)?.value ?? {};
  return stringValue ?? intValue;
};

describe.each<DoorName>(["server", "next"])("traces of the %s door", (name) => {
  const collector = new Collector();
  let door: Door;
  let site: AttackSite;
  const byId = (id: string) => collector.spans.find((each) => attribute(each, "fieldkit.request_id") === id);
  const spanOf = async (id: string): Promise<Span> => {
    await expect.poll(() => byId(id)).toBeDefined();
    return byId(id) as Span;
  };

  beforeAll(async () => {
    door = await startDoor(name, { OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start() });
    site = await AttackSite.create(door);
  });
  afterAll(async () => {
    await door.stop();
    collector.stop();
  });

  it("have a call of the API as part of its caller's trace, and its queries as parts of it", async () => {
    await site.owner.send("POST", `${site.api}/mocks?token=${secret}`, {
      body: { name: secret, endpoint: "/hello" },
      headers: { traceparent, "x-request-id": "create-1" },
    });
    const span = await spanOf("create-1");
    expect(span).toMatchObject({
      name: "POST /api/projects/:projectId/mocks",
      traceId: caller.traceId,
      parentSpanId: caller.spanId,
    });
    expect(attribute(span, "http.response.status_code")).toBe(201);
    expect(attribute(span, "fieldkit.actor")).toMatch(/^user:/);
    const parts = () => collector.spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
    await expect.poll(() => parts().some((each) => each.name === "insert")).toBe(true);
    const insert = parts().find((each) => each.name === "insert") as Span;
    expect(insert.traceId).toBe(caller.traceId);
    expect(attribute(insert, "db.query.text")).toContain('insert into "mocks"');
  });

  it("have a call to another server as a part, without its path", async () => {
    const { referenceId } = site.inbox;
    const { host } = site.project;
    await new Caller(door.port).send("POST", `/api/webhook/${referenceId}`, { host, body: { a: 1 } });
    const requests = `${site.api}/webhooks/${site.inbox.id}/requests`;
    const [capture] = await site.owner.done<{ id: string }[]>("GET", requests);
    await site.owner.send("POST", `${requests}/${capture?.id}/replay`, {
      body: { url: `http://localhost:${door.port}/livez?token=${secret}` },
      headers: { "x-request-id": "replay-1" },
    });
    const span = await spanOf("replay-1");
    const call = () => collector.spans.find((each) => each.name === `POST localhost:${door.port}`);
    await expect.poll(call).toBeDefined();
    expect(call()).toMatchObject({ traceId: span.traceId, parentSpanId: span.spanId, kind: 3 });
  });

  it("take no trace from strangers on a project's host", async () => {
    const { host } = site.project;
    const headers = { traceparent, "x-request-id": "mock-1" };
    await new Caller(door.port).send("GET", `/api/mock/hello?token=${secret}`, { host, headers });
    const span = await spanOf("mock-1");
    expect(span.name).toBe("GET mock");
    expect(span.traceId).not.toBe(caller.traceId);
    expect(span.parentSpanId ?? "").toBe("");
  });

  it.runIf(name === "server")("have the writing of a release with what it asks others for", async () => {
    await site.owner.done("POST", `${site.api}/releases/generate`, {
      fromDate: "2026-01-01",
      toDate: "2026-01-31",
      repoUrls: [`http://localhost:${door.port}/${secret}.git`],
    });
    const job = () => collector.spans.find((each) => each.name === "write release");
    await expect.poll(job, { timeout: 60_000 }).toBeDefined();
    const parts = collector.spans.filter(({ parentSpanId }) => parentSpanId === job()?.spanId);
    expect(parts.map((each) => each.name)).toContain(`GET localhost:${door.port}`);
    expect(parts.some((each) => attribute(each, "db.system.name") === "postgresql")).toBe(true);
  });

  it("show nothing that people sent, and what is left is sent at the end", async () => {
    const before = collector.spans.length;
    await site.owner.send("GET", `${site.api}/mocks`, { headers: { "x-request-id": "last-1" } });
    if (name === "server") {
      await door.end();
      expect(byId("last-1")).toBeDefined();
    } else await spanOf("last-1");
    expect(collector.spans.length).toBeGreaterThan(before);
    const all = collector.bodies.join("");
    for (const each of [secret, site.owner.cookie, "attacked@example.com"]) expect(all).not.toContain(each);
    expect(all).toContain('"service.name"');
  });
});
