import { get, type IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { settled } from "./fixtures/hand-clock";
import { webhookId } from "./fixtures/test-app";
import {
  app,
  base,
  Client,
  clock,
  connect,
  refusalOf,
  relay,
  setUpRelay,
  stream,
  streamsMax,
} from "./fixtures/test-relay";

setUpRelay();

describe("opening", () => {
  it("starts at the newest capture without ?after=, and misses none that comes meanwhile", async () => {
    app.capture();
    let release = () => {};
    app.hold = new Promise((resolve) => {
      release = resolve;
    });
    const client = new Client();
    await expect.poll(() => app.calls.open).toBe(1);
    app.capture("while it opens");
    release();
    await client.opened;
    app.capture("when it is open");
    expect(await client.got(2)).toEqual([2, 3]);
  });

  it("finds what came between the opening and the first subscription", async () => {
    const open = app.open.bind(app);
    app.open = async (...args) => {
      const opened = await open(...args);
      app.capture("unheard", "not at all");
      return opened;
    };
    const client = await connect();
    expect(await client.got(1)).toEqual([1]);
  });

  it.each([
    ["?after=0", [1, 2, 3]],
    ["?after=2", [3]],
    ["?after=3", []],
    ["?after=999", []],
    ["", []],
  ])("%s replays %j and goes live", async (query, replayed) => {
    for (let count = 0; count < 3; count += 1) app.capture();
    const client = await connect(stream + query);
    await settled();
    app.capture();
    expect(await client.got(replayed.length + 1)).toEqual([...replayed, 4]);
  });

  it("takes the inbox's id in any letter case", async () => {
    const client = await connect(stream.replace(webhookId, webhookId.toUpperCase()));
    app.capture();
    expect(await client.got(1)).toEqual([1]);
  });

  it("agrees on fieldkit.v1 and shows the app the ticket alone", async () => {
    const client = await connect(stream, ["fieldkit.v1", "ticket.abc"]);
    expect(client.socket.protocol).toBe("fieldkit.v1");
    app.refused.set("abc", 401);
    expect(await refusalOf(stream, ["fieldkit.v1", "ticket.abc"])).toMatchObject({ status: 401 });
  });

  it.each([401, 403, 404])("passes on the app's %i with its words", async (status) => {
    app.refused.set("somebody", status);
    expect(await refusalOf(stream)).toEqual({
      status,
      type: "application/json",
      body: { error: "The app's own words", code: "refused", requestId: "r-1" },
    });
  });

  it("is 503 while the app can't be reached", async () => {
    app.reachable = false;
    expect(await refusalOf(stream)).toMatchObject({ status: 503, body: { code: "unavailable" } });
  });

  it.each(["?after=", "?after=x", "?after=-1", "?after=1.5", "?after=1e3", "?after=9999999999999999"])(
    "%s is 400",
    async (query) => {
      expect(await refusalOf(stream + query)).toMatchObject({
        status: 400,
        type: "application/json",
        body: { code: "invalid_request" },
      });
    },
  );

  it("a handshake that is none is 400", async () => {
    const headers = { upgrade: "websocket", connection: "upgrade", "sec-websocket-key": "short" };
    const answer = await new Promise<IncomingMessage>((resolve) => {
      get({ host: "127.0.0.1", port: base.split(":")[1], path: stream, headers }, resolve);
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers["content-type"]).toBe("application/json");
  });

  it.each([
    ["/ws", 404, "not_found"],
    ["/ws/webhook", 404, "not_found"],
    [`${stream}/more`, 404, "not_found"],
    [stream, 426, "upgrade_required"],
    [`${stream}?after=1`, 426, "upgrade_required"],
  ])("%s without an upgrade is %i", async (path, status, code) => {
    const answer = await fetch(`http://${base}${path}`);
    expect(answer.status).toBe(status);
    const body = await answer.json();
    expect(body).toEqual({ error: expect.any(String), code, requestId: answer.headers.get("x-request-id") });
  });

  it("an inbox has so many streams at once, and room again when one closes", async () => {
    const clients = await Promise.all(Array.from({ length: streamsMax }, () => connect()));
    const refused = await refusalOf(stream);
    expect(refused).toMatchObject({ status: 409, body: { code: "quota_exceeded" } });
    expect(refused.body.error).toContain(`${streamsMax} open streams at most`);
    clients[0]?.socket.close();
    await clients[0]?.closed;
    await expect
      .poll(() =>
        connect().then(
          () => "open",
          () => "refused",
        ),
      )
      .toBe("open");
  });

  it("an upgrade on an address that has no stream is 404", async () => {
    expect(await refusalOf("/ws/other")).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  it("a client that goes away while the app is asked leaves nothing behind", async () => {
    let release = () => {};
    app.hold = new Promise((resolve) => {
      release = resolve;
    });
    const client = new Client();
    client.opened.catch(() => {});
    await expect.poll(() => app.calls.open).toBe(1);
    client.socket.terminate();
    release();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const checked = app.calls.check;
    await clock.pass(60_000);
    expect(app.calls.check).toBe(checked);
  });
});

describe("the end of the process", () => {
  it("closes every stream with 1012 and refuses who comes then or waits to be let in", async () => {
    const clients = [await connect(), await connect()];
    app.hold = new Promise(() => {});
    const waiting = refusalOf(stream);
    await expect.poll(() => app.calls.open).toBe(3);
    await relay.close();
    for (const { closed } of clients) expect(await closed).toEqual({ code: 1012, reason: "restarting" });
    expect(await waiting).toMatchObject({ status: 503 });
    expect(await refusalOf(stream)).toMatchObject({ status: 503 });
  });

  it("does not wait for a client that never answers", async () => {
    const client = await connect();
    client.socket.pause();
    const started = performance.now();
    await relay.close();
    expect(performance.now() - started).toBeLessThan(5000);
    client.socket.resume();
    await client.closed;
  });
});
