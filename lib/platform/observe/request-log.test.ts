import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { ObservedRequest } from "./observed-request";
import { createRequestLog } from "./request-log";
import { routeNamed } from "./routes";

const request = {
  headers: { "x-forwarded-for": "203.0.113.7" },
  socket: { remoteAddress: "10.0.0.1" },
} as unknown as IncomingMessage;
const route = routeNamed("api", "listTeams", "/api/teams");
const observed = Object.assign(new ObservedRequest("GET", "/api/teams?token=secret", route), {
  requestId: "r1",
});

function written(wanted: "on" | "errors", status: number | undefined, isAborted = false) {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createRequestLog({ wanted, trustProxy: { hops: 1 }, write });
  log.ended(observed, { status, isAborted, ms: 1.23456, bytes: 300 }, request);
  return lines;
}

test.each([
  ["on", 200, false, 1],
  ["errors", 200, false, 0],
  ["errors", 304, false, 0],
  ["errors", 101, false, 0],
  ["errors", 404, false, 1],
  ["errors", 503, false, 1],
  ["errors", 200, true, 1],
  ["errors", undefined, true, 1],
] as const)(
  "with LOG_REQUESTS=%s an answer of %s, broken off %s, makes %i lines",
  (wanted, status, cut, count) => {
    expect(written(wanted, status, cut)).toHaveLength(count);
  },
);

test("a line has the client that a trusted proxy reports, and no query", () => {
  const [line] = written("on", undefined, true);
  expect(line).toMatchObject({
    ...{ method: "GET", route: "listTeams", path: "/api/teams", requestId: "r1" },
    ...{ client: "203.0.113.7", status: null, aborted: true, ms: 1.23, bytes: 300 },
  });
  expect(JSON.stringify(line)).not.toContain("secret");
});
