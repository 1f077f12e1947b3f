import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { inboxOf } from "@/lib/webhooks/stream-contract";
import { afterOf, agreedProtocol, asksForStream, credentialsOf, isBelowWs } from "./handshake";

const id = "0190a6ee-0000-7000-8000-00000000000a";
const referenceId = "2zJHqkD0f3WmZxYtR7aBvC9sLpE";
const requestOf = (parts: Partial<IncomingMessage>) =>
  ({ method: "GET", headers: {}, url: "/", ...parts }) as IncomingMessage;

describe("the address", () => {
  it.each([
    ["/ws", true],
    ["/ws/", true],
    ["/ws?x", true],
    [`/ws/webhook/${id}`, true],
    ["/wsx", false],
    ["/api/ws", false],
    ["/", false],
  ])("%s is the relay's: %s", (target, expected) => {
    expect(isBelowWs(target)).toBe(expected);
  });

  it.each([
    [`/ws/webhook/${id}`, id],
    [`/ws/webhook/${id}?after=1`, id],
    [`/ws/webhook/${id.toUpperCase()}`, id],
    [`/ws/mock-calls/${id.toUpperCase()}?after=1`, `calls-${id}`],
    ["/ws/mock-calls/1", "none"],
    [`/ws/mock-calls/${referenceId}`, `calls-${referenceId}`],
    [`/ws/webhook/${referenceId}`, "none"],
    [`/ws/webhook/calls-${id}`, "none"],
    ["/ws/webhook/..", "none"],
    ["/ws/webhook/%2e%2e", "none"],
    ["/ws/webhook/1", "none"],
    ["/ws/webhook/", undefined],
    [`/ws/webhook/${id}/`, undefined],
    [`/ws/webhooks/${id}`, undefined],
    [`http://host/ws/webhook/${id}`, undefined],
  ])("%s names the stream %s", (target, expected) => {
    expect(inboxOf(target)).toBe(expected);
  });

  it.each([
    ["GET", "websocket", true],
    ["GET", "WebSocket", true],
    ["GET", "h2c", false],
    ["GET", undefined, false],
    ["POST", "websocket", false],
  ])("%s with an upgrade to %s asks for a stream: %s", (method, upgrade, expected) => {
    const headers = upgrade === undefined ? {} : { upgrade };
    expect(asksForStream(requestOf({ method, headers, url: `/ws/webhook/${id}` }))).toBe(expected);
  });
});

it.each([
  ["/", 7],
  ["/?other=1", 7],
  ["/?after=0", 0],
  ["/?after=007", 7],
  ["/?after=8", 7],
  ["/?after=", undefined],
  ["/?after=+1", undefined],
  ["/?after=0x1", undefined],
])("%s of an inbox with 7 captures begins after %s", (target, expected) => {
  expect(afterOf(target, 7)).toBe(expected);
});

describe("credentials", () => {
  const all = {
    cookie: "session=1",
    authorization: "Bearer fk_1",
    "x-api-key": "fk_2",
    origin: "https://elsewhere.example",
    "sec-fetch-site": "cross-site",
  };

  it("are the headers that the app judges by, and no others", () => {
    const headers = { ...all, host: "h", "x-forwarded-for": "1.2.3.4", "x-fieldkit-grant": "forged" };
    expect(credentialsOf(requestOf({ headers }))).toEqual({ headers: all });
  });

  it.each(["fieldkit.v1, ticket.abc", "ticket.abc,fieldkit.v1", "ticket.abc"])(
    "of an offer of %s are the ticket alone",
    (offered) => {
      const headers = { ...all, "sec-websocket-protocol": offered };
      expect(credentialsOf(requestOf({ headers }))).toEqual({ ticket: "abc" });
    },
  );

  it("without any are none", () => {
    expect(credentialsOf(requestOf({ headers: { "sec-websocket-protocol": "ticket." } }))).toEqual({
      headers: {},
    });
  });
});

it("a ticket is never agreed on as the protocol", () => {
  expect(agreedProtocol(new Set(["ticket.abc", "fieldkit.v1"]))).toBe("fieldkit.v1");
  expect(agreedProtocol(new Set(["ticket.abc"]))).toBe(false);
});
