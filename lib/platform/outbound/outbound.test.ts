import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loopbackAddresses } from "@/e2e/loopback-addresses";
import { type OutboundCall, request, stream } from "./outbound";
import { OutboundError, type OutboundReason } from "./outbound-error";
import type { OutboundSettings } from "./settings";

/** Counts every connection that is made to it, whatever is sent. */
let canary: Server;
let canaryPort: number;
let connections = 0;

/** An ordinary server, which the operator allows. */
let server: ReturnType<typeof createServer>;
let origin: string;
let received: { method: string | undefined; url: string | undefined; rawHeaders: string[]; body: string }[] =
  [];
let answerWith: (request: IncomingMessage, response: ServerResponse) => void;

async function listening(each: Server): Promise<number> {
  each.listen(0, "127.0.0.1");
  await once(each, "listening");
  return (each.address() as AddressInfo).port;
}

beforeAll(async () => {
  canary = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  canaryPort = await listening(canary);
  server = createServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("latin1").on("data", (chunk: string) => {
      body += chunk;
    });
    incoming.on("end", () => {
      const { method, url, rawHeaders } = incoming;
      received.push({ method, url, rawHeaders, body });
      answerWith(incoming, response);
    });
  });
  origin = `http://127.0.0.1:${await listening(server)}`;
});
afterAll(() => {
  canary.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  connections = 0;
  received = [];
  answerWith = (_, response) => response.end("ok");
});

const noAllowance: Partial<OutboundSettings> = { allow: [] };

function call(
  url: string,
  more: Partial<OutboundCall> = {},
  settings: Partial<OutboundSettings> = noAllowance,
) {
  return request({ url, method: "GET", headers: [], redirects: "none", timeoutMs: 3000, ...more }, settings);
}

const allowed = (more: Partial<OutboundSettings> = {}): Partial<OutboundSettings> => ({
  allow: [origin],
  ...more,
});

/** Why the call failed. */
async function reasonOf(answer: Promise<unknown>): Promise<OutboundReason | "answered"> {
  try {
    await answer;
    return "answered";
  } catch (error) {
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
}

const resolvingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address }));

describe("no trick with the address makes a connection to this machine", () => {
  it("at least 60 are tried", () => expect(new Set(loopbackAddresses).size).toBeGreaterThanOrEqual(60));

  it.each(loopbackAddresses)("%j", async (address) => {
    const url = address.replace("PORT", String(canaryPort));
    expect(["refused_address", "not_https", "user_info", "invalid_url"]).toContain(await reasonOf(call(url)));
    expect(connections).toBe(0);
  });

  it.each([
    [["127.0.0.1"]],
    [["::1"]],
    [["::ffff:127.0.0.1"]],
    [["0.0.0.0"]],
    [["10.1.2.3"]],
    [["169.254.169.254"]],
    [["fe80::1%lo"]],
    [["93.184.216.34", "127.0.0.1"]],
    [["2606:2800:220:1::1", "::1"]],
    [["localhost"]],
    [["2130706433"]],
  ])("a name that resolves to %j", async (addresses) => {
    const lookup = resolvingTo(...addresses);
    expect(await reasonOf(call(`https://rebound.example:${canaryPort}/`, {}, { allow: [], lookup }))).toBe(
      "refused_address",
    );
    expect(connections).toBe(0);
  });

  it("a name that changes is connected to as it was checked: nobody asks again", async () => {
    let asked = 0;
    const lookup = async () => [{ address: ++asked === 1 ? "192.0.2.1" : "127.0.0.1" }];
    const isPublic = (address: string) => address === "192.0.2.1";
    const answer = call(
      `https://rebound.example:${canaryPort}/`,
      { timeoutMs: 300 },
      { allow: [], lookup, isPublic },
    );
    expect(["timeout", "unreachable"]).toContain(await reasonOf(answer));
    expect([asked, connections]).toEqual([1, 0]);
  });

  it("the port of another protocol is refused, also where the host is allowed", async () => {
    for (const port of [22, 25, 6667]) {
      expect(await reasonOf(call(`https://example.com:${port}/`))).toBe("bad_port");
      const settings = { allow: [`http://127.0.0.1:${port}`] };
      expect(await reasonOf(call(`http://127.0.0.1:${port}/`, {}, settings))).toBe("bad_port");
    }
  });

  it("an allowance is for one origin: scheme, host and port", async () => {
    expect((await call(`${origin}/`, {}, allowed())).statusCode).toBe(200);
    const near = [
      origin.replace("127.0.0.1", "localhost"),
      `http://127.0.0.1:${canaryPort}`,
      origin.replace("http", "https"),
    ];
    for (const url of near)
      expect(await reasonOf(call(url, {}, allowed()))).toMatch(/refused_address|not_https/);
    expect(connections).toBe(0);
  });
});

describe("redirects", () => {
  const redirecting = (location: string, statusCode = 302) => {
    answerWith = ({ url }, response) => {
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
    answerWith = (_, response) => response.end("0123456789");
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

  it("a caller's signal ends the call with its own reason", async () => {
    const controller = new AbortController();
    const reason = new Error("no longer wanted");
    answerWith = () => controller.abort(reason);
    await expect(call(origin, { signal: controller.signal }, allowed())).rejects.toBe(reason);
  });

  it("a server that speaks no TLS, or a name that nobody knows, is said to be so", async () => {
    const settings = { allow: [], lookup: resolvingTo("127.0.0.1"), isPublic: () => true };
    expect(await reasonOf(call(`https://plain.example:${new URL(origin).port}/`, {}, settings))).toBe("tls");
    const unknown = { allow: [], lookup: async () => Promise.reject(new Error("ENOTFOUND")) };
    expect(await reasonOf(call("https://unknown.example/", {}, unknown))).toBe("unreachable");
  });
});
