import { createServer as createTcpServer } from "node:net";
import { describe, expect, it } from "vitest";
import {
  allowed,
  call,
  canaryPort,
  connections,
  listening,
  origin,
  reasonOf,
  received,
  resolvingTo,
  setUpTargets,
  target,
} from "./fixtures/outbound-target";
import { type OutboundCall, stream } from "./outbound";
import type { OutboundSettings } from "./settings";

setUpTargets();

describe("redirects", () => {
  const redirecting = (location: string, statusCode = 302) => {
    target.answerWith = ({ url }, response) => {
      if (url === "/start") response.writeHead(statusCode, { location }).end();
      else response.end("arrived");
    };
  };
  const follow = (more: Partial<OutboundCall> = {}) =>
    call(`${origin}/start`, { redirects: "same-origin", ...more }, allowed());

  it.each([
    "http://127.0.0.1:PORT/",
    "https://127.0.0.1:PORT/",
    "//127.0.0.1:PORT/",
    "https://example.com/",
    "file:///x",
  ])("to %s are refused", async (location) => {
    redirecting(location.replace("PORT", String(canaryPort)));
    expect(await reasonOf(follow())).toMatch(/refused_address|not_https|redirect/);
    expect([connections, received.length]).toEqual([0, 1]);
  });

  it("are shown, not followed, where the caller wants it so", async () => {
    redirecting("http://127.0.0.1:1/");
    expect(await call(`${origin}/start`, {}, allowed())).toMatchObject({ statusCode: 302 });
  });

  it.each([
    [301, "POST", "GET", ""],
    [302, "POST", "GET", ""],
    [303, "PUT", "GET", ""],
    [307, "POST", "POST", "body"],
    [308, "POST", "POST", "body"],
  ])("%i turns %s into %s", async (statusCode, method, then, body) => {
    redirecting("/end", statusCode);
    const headers = [["Content-Type", "text/plain"]] as const;
    expect((await follow({ method, headers, body: Buffer.from("body") })).body.toString()).toBe("arrived");
    expect(received[1]).toMatchObject({ method: then, url: "/end", body });
  });

  it("end after five", async () => {
    redirecting("/start");
    expect(await reasonOf(follow())).toBe("redirect");
    expect(received).toHaveLength(6);
  });
});

describe("what is sent", () => {
  it("keeps order, spelling and repeats of headers; those of the connection are ours", async () => {
    const headers = [
      ["X-B", "1"],
      ["x-a", "2"],
      ["X-B", "3"],
      ["Host", "evil.example"],
      ["Content-Length", "999"],
      ["Transfer-Encoding", "chunked"],
      ["Connection", "keep-alive, X-Secret"],
      ["X-Secret", "hop"],
      ["Proxy-Authorization", "x"],
      ["Upgrade", "h2c"],
      ["Expect", "100-continue"],
    ] as const;
    await call(`${origin}/p?q=1`, { method: "POST", headers, body: Buffer.from("abc") }, allowed());
    expect(received).toEqual([
      {
        method: "POST",
        url: "/p?q=1",
        body: "abc",
        rawHeaders: [
          ...["Host", new URL(origin).host, "Connection", "close", "Content-Length", "3"],
          ...["X-B", "1", "x-a", "2", "X-B", "3"],
        ],
      },
    ]);
  });

  it.each([
    [{ headers: [["X-A", "a\r\nX-B: b"]] }],
    [{ headers: [["X-A\r\nX-B", "b"]] }],
    [{ headers: [["X A", "b"]] }],
    [{ headers: [["", "b"]] }],
    [{ headers: [["X-A", "日"]] }],
    [{ headers: [["X-A", "a\0b"]] }],
    [{ method: "GET / HTTP/1.1\r\nX: y" }],
    [{ method: "" }],
    [{ method: "CONNECT" }],
  ] as unknown as [Partial<OutboundCall>][])("refuses to smuggle %j", async (more) => {
    expect(await reasonOf(call(`${origin}/`, more, allowed()))).toBe("invalid_request");
    expect(received).toEqual([]);
  });

  it("a line end in the address does not begin another request", async () => {
    await call(`${origin}/a\r\nX-Evil: 1\r\n\r\nGET /b%0d%0aX: y`, {}, allowed());
    expect(received).toHaveLength(1);
    expect(received[0]?.rawHeaders.join()).not.toMatch(/evil/i);
  });
});

describe("what comes back", () => {
  const raw = async (
    bytes: string,
    work: (url: string, settings: Partial<OutboundSettings>) => Promise<void>,
  ) => {
    const odd = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.write(bytes);
    });
    const url = `http://127.0.0.1:${await listening(odd)}`;
    try {
      await work(url, { allow: [url] });
    } finally {
      odd.close();
    }
  };

  it.each([
    ["no HTTP", "SSH-2.0-OpenSSH\r\n\r\n", "protocol"],
    ["headers without an end", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(40_000)}`, "too_large"],
    ["nothing", "", "timeout"],
    ["a body that stalls", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", "timeout"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde", "protocol"],
    ["an upgrade", "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", "protocol"],
    ["interim answers without an end", "HTTP/1.1 103 Early\r\n\r\n".repeat(50), "protocol"],
  ] as const)("%s is a failure with a reason", async (_, bytes, reason) => {
    await raw(bytes, async (url, settings) => {
      expect(await reasonOf(call(url, { timeoutMs: 500 }, settings))).toBe(reason);
    });
  });

  it("a body is cut at the limit, or streamed up to it", async () => {
    target.answerWith = (_, response) => response.end("0123456789");
    expect(await call(origin, { maxBytes: 10 }, allowed())).toMatchObject({ truncated: false });
    const cut = await call(origin, { maxBytes: 9 }, allowed());
    expect([cut.body.toString(), cut.truncated]).toEqual(["012345678", true]);
    const streamed = await stream(
      { url: origin, method: "GET", headers: [], redirects: "none", maxBytes: 9 },
      allowed(),
    );
    const read = async () => {
      for await (const _ of streamed.chunks);
    };
    expect(await reasonOf(read())).toBe("too_large");
  });

  it("a server that says nothing more is given up, one that goes on is not", async () => {
    const limits = { idleMs: 2000, timeoutMs: 600_000 };
    target.answerWith = (_, response) => void response.write("a");
    expect(await reasonOf(call(origin, limits, allowed()))).toBe("timeout");
    target.answerWith = (_, response) => {
      let written = 0;
      const timer = setInterval(() => {
        written += 1;
        if (written < 50) return void response.write("a");
        clearInterval(timer);
        response.end();
      }, 50);
    };
    expect((await call(origin, limits, allowed())).body.toString()).toBe("a".repeat(49));
  });

  it("a caller's signal ends the call with its own reason", async () => {
    const controller = new AbortController();
    const reason = new Error("no longer wanted");
    target.answerWith = () => controller.abort(reason);
    await expect(call(origin, { signal: controller.signal }, allowed())).rejects.toBe(reason);
  });

  it("a server that speaks no TLS, or a name that nobody knows, is said to be so", async () => {
    const settings = { allow: [], lookup: resolvingTo("127.0.0.1"), isPublic: () => true };
    expect(await reasonOf(call(`https://plain.example:${new URL(origin).port}/`, {}, settings))).toBe("tls");
    const unknown = { allow: [], lookup: async () => Promise.reject(new Error("ENOTFOUND")) };
    expect(await reasonOf(call("https://unknown.example/", {}, unknown))).toBe("unreachable");
  });
});
