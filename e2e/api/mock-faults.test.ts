import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { issuePaths, port, send } from "./client";
import { createMock, createSite, type Site, unique } from "./fixtures";
import { isBehindAny } from "./proxy";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

const body = "0123456789";
const make = async (fields: Record<string, unknown>) => {
  const endpoint = `/${unique("fault")}`;
  await createMock(site.owner, site.project.id, { endpoint, responseBody: body, ...fields });
  return endpoint;
};

type Received = { text: string; error: string | undefined; times: number[] };

/** All that comes back on a connection until it ends, however it does, and when each part came, in ms. */
function receive(path: string): Promise<Received> {
  return new Promise((resolve) => {
    const begin = performance.now();
    const received: Received = { text: "", error: undefined, times: [] };
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET /api/mock${path} HTTP/1.1\r\nHost: ${site.host}\r\nConnection: close\r\n\r\n`),
    );
    socket.setTimeout(60_000, () => socket.destroy(new Error("silence")));
    socket.on("data", (chunk) => {
      received.text += chunk.toString("latin1");
      received.times.push(performance.now() - begin);
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      received.error = error.code ?? error.message;
    });
    socket.on("close", () => resolve(received));
  });
}

describe("a fault", () => {
  it.each<[fault: string, expected: (received: Received) => void]>([
    [
      "reset",
      ({ text, error }) => {
        expect(text).toBe("");
        expect(error).toBe("ECONNRESET");
      },
    ],
    [
      "empty",
      ({ text, error }) => {
        expect(text).toBe("");
        expect(error).toBeUndefined();
      },
    ],
    [
      "truncated",
      ({ text }) => {
        expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*content-length: 10\r\n[\s\S]*\r\n\r\n01234$/i);
      },
    ],
    [
      "malformed",
      ({ text }) => {
        expect(text).toMatch(
          /^HTTP\/1\.1 200 [\s\S]*transfer-encoding: chunked\r\n[\s\S]*\r\n\r\nno size of a chunk\r\n$/i,
        );
        expect(text).not.toMatch(/content-length/i);
      },
    ],
  ])("%s is done instead of a whole answer", async (fault, expected) => {
    const received = await receive(await make({ fault }));
    // A proxy makes an answer of its own of what is none.
    if (isBehindAny) expect(received.text).not.toMatch(new RegExp(`^HTTP/1.1 200 [sS]*\r\n\r\n${body}$`));
    else expected(received);
  });

  it("of one response leaves the others alone", async () => {
    const when = { all: [{ in: "query", name: "break", exists: true }] };
    const path = await make({ responses: [{ when, fault: "empty" }] });
    expect((await receive(`${path}?break`)).text).not.toContain(" 200 ");
    expect((await send({ host: site.host, path: `/api/mock${path}` })).text()).toBe(body);
  });
});

describe("a slow body", () => {
  it("comes bit by bit, and whole", async () => {
    const path = await make({ bytesPerSecond: 20 });
    const { text, times } = await receive(path);
    expect(text.endsWith(`\r\n\r\n${body}`)).toBe(true);
    // Its last byte is due after 400 ms; how many parts arrive depends on how busy the machine is.
    if (!isBehindAny) expect(times.at(-1)).toBeGreaterThanOrEqual(350);
  });

  it("comes bit by bit up to its half, if it is truncated", async () => {
    if (isBehindAny) return;
    const { text, times } = await receive(await make({ bytesPerSecond: 10, fault: "truncated" }));
    expect(text.endsWith("\r\n\r\n01234")).toBe(true);
    // The last of its five bytes is due after 400 ms.
    expect(times.at(-1)).toBeGreaterThanOrEqual(350);
  });

  it("costs a HEAD nothing", async () => {
    const path = await make({ bytesPerSecond: 1 });
    const answer = await send({ method: "HEAD", host: site.host, path: `/api/mock${path}` });
    expect(answer.headers["content-length"]).toBe("10");
  });
});

it("a delay by chance is added to the fixed one", async () => {
  const uniform = { type: "uniform", minMs: 60, maxMs: 80 };
  const path = await make({ delayMs: 40, delayDistribution: uniform });
  const begin = performance.now();
  expect((await send({ host: site.host, path: `/api/mock${path}` })).text()).toBe(body);
  expect(performance.now() - begin).toBeGreaterThanOrEqual(95);
});

it.each([
  ["fault", { fault: "explode" }],
  ["bytesPerSecond", { bytesPerSecond: 0 }],
  ["delayDistribution", { delayDistribution: { type: "uniform", minMs: 1 } }],
  ["delayDistribution", { delayDistribution: { type: "uniform", minMs: 2, maxMs: 1 } }],
  ["delayDistribution", { delayDistribution: { type: "lognormal", medianMs: 10, sigma: 4 } }],
  ["delayDistribution", { delayDistribution: { type: "normal" } }],
  ["responses.0.fault", { responses: [{ fault: true }] }],
])("%s is 400 for %j", async (path, fields) => {
  const answer = await site.owner.post(site.mocks, { name: "x", endpoint: `/${unique("f")}`, ...fields });
  expect(issuePaths(answer).map((each) => each.slice(0, path.length))).toEqual(
    issuePaths(answer).map(() => path),
  );
  expect(issuePaths(answer)).not.toEqual([]);
});
