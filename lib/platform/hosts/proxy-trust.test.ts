import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientOf, countedNetwork, forwardedValue, isTrustedProxy, parseProxyTrust } from "./proxy-trust";

function trustOf(text: string | undefined, isOnVercel = false) {
  const trust = parseProxyTrust(text, isOnVercel);
  if (!trust) throw new Error(`${text} is refused`);
  return trust;
}
const headers = (forwarded: Record<string, string>) => (name: string) => forwarded[name];
const client = (trust: string, forwardedFor: string | undefined, peer?: string) =>
  clientOf(trustOf(trust), {
    header: headers(forwardedFor ? { "x-forwarded-for": forwardedFor } : {}),
    peer,
  });

describe("how trust is written", () => {
  it.each([
    [undefined, false, { hops: 0 }],
    ["", true, { hops: 1 }],
    [undefined, true, { hops: 1 }],
    ["off", true, { hops: 0 }],
    ["ON", false, { hops: 1 }],
    ["3", false, { hops: 3 }],
    ["0", false, { hops: 0 }],
  ])("%j, on Vercel %j", (text, isOnVercel, trust) => {
    expect(parseProxyTrust(text, isOnVercel)).toEqual(trust);
  });

  it.each([
    "yes",
    "33",
    "-1",
    "1.5",
    "10.0.0.0/33",
    "10.0.0/8",
    "::1/129",
    "10.0.0.1,",
    "localhost",
    "1/2/3",
  ])("%s is refused", (text) => expect(parseProxyTrust(text, false)).toBeUndefined());
});

it.each([
  ["the platform is trusted where a peer is unknown", "1.1.1.1, 8.8.8.8, 10.0.0.5", "8.8.8.8"],
  ["whoever calls the platform itself is the client", "8.8.8.8", "8.8.8.8"],
])("networks in a function: %s", (_, forwardedFor, expected) => {
  const caller = { header: headers({ "x-forwarded-for": forwardedFor, "x-forwarded-host": "a.example" }) };
  const trust = trustOf("10.0.0.0/8", true);
  expect(clientOf(trust, { ...caller, peer: undefined })).toBe(expected);
  expect(forwardedValue(trust, "x-forwarded-host", { ...caller, peer: undefined })).toBe("a.example");
  expect(
    forwardedValue(trustOf("10.0.0.0/8"), "x-forwarded-host", { ...caller, peer: undefined }),
  ).toBeUndefined();
});

describe("the client's address", () => {
  it.each([
    ["without trust the header means nothing", "off", "8.8.8.8", "192.0.2.1", "192.0.2.1"],
    ["mapped IPv4 is IPv4", "off", undefined, "::ffff:192.0.2.1", "192.0.2.1"],
    ["a zone is no part of it", "off", undefined, "fe80::1%eth0", "fe80::1"],
    ["one proxy: what it appended counts", "on", "1.1.1.1, 8.8.8.8", "10.0.0.1", "8.8.8.8"],
    ["also an address of the inside", "on", "8.8.8.8, 10.0.0.5", "10.0.0.1", "10.0.0.5"],
    ["two proxies", "2", "1.1.1.1, 8.8.8.8, 9.9.9.9", "10.0.0.1", "8.8.8.8"],
    ["fewer entries than proxies", "3", "8.8.8.8", "10.0.0.1", "8.8.8.8"],
    ["an entry that is no address ends the trace", "2", "8.8.8.8, unknown", "10.0.0.1", "10.0.0.1"],
    ["no header leaves the peer", "on", undefined, "10.0.0.1", "10.0.0.1"],
    ["an empty header leaves the peer", "on", " , ", "10.0.0.1", "10.0.0.1"],
    ["no peer and one proxy: a platform's function", "on", "8.8.8.8", undefined, "8.8.8.8"],
    ["a port is no part of it", "on", "8.8.8.8:1234", "10.0.0.1", "8.8.8.8"],
    ["IPv6 with a port", "on", "[2001:DB8::1]:1234", "10.0.0.1", "2001:db8::1"],
    ["networks: proxies are passed over", "10.0.0.0/8, ::1", "1.1.1.1, 8.8.8.8, 10.0.0.5", "::1", "8.8.8.8"],
    ["a peer elsewhere is the client itself", "10.0.0.0/8", "8.8.8.8", "192.0.2.1", "192.0.2.1"],
    ["nobody knows a peer", "10.0.0.0/8", "8.8.8.8", undefined, undefined],
    ["all are proxies: the outermost", "10.0.0.0/8", "10.0.0.2, 10.0.0.3", "10.0.0.1", "10.0.0.2"],
    ["IPv6 networks", "fd00::/8", "2001:db8::7", "fd12::1", "2001:db8::7"],
    ["shorthand is no address", "on", "127.1", "10.0.0.1", "10.0.0.1"],
  ])("%s", (_, trust, forwardedFor, peer, address) => {
    expect(client(trust, forwardedFor, peer)).toBe(address);
  });

  it("does not depend on what a client writes before what the proxies append", () => {
    const trust = fc.constantFrom("on", "2", "10.0.0.0/8");
    fc.assert(
      fc.property(trust, fc.string({ unit: "grapheme" }), (how, invented) => {
        const appended = how === "on" ? "203.0.113.9" : "203.0.113.9, 10.0.0.2";
        expect(client(how, `${invented},${appended}`, "10.0.0.1")).toBe("203.0.113.9");
      }),
    );
  });
});

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:db8:1:2:ffff::", "2001:db8:1:2::"],
  ["::1", "::1"],
  ["unknown", "unknown"],
])("limits count %s as %s", (address, network) => expect(countedNetwork(address)).toBe(network));

describe("the host as a proxy reports it", () => {
  const host = (trust: string, forwarded: Record<string, string>, peer: string) =>
    forwardedValue(trustOf(trust), "x-forwarded-host", { header: headers(forwarded), peer });
  it.each([
    ["off", { "x-forwarded-host": "a" }, "10.0.0.1", undefined],
    ["on", { "x-forwarded-host": "a" }, "10.0.0.1", "a"],
    ["on", { "x-forwarded-host": "invented, a" }, "10.0.0.1", "a"],
    ["2", { "x-forwarded-host": "invented, a, b", "x-forwarded-for": "8.8.8.8, 10.0.0.2" }, "10.0.0.1", "a"],
    ["2", { "x-forwarded-host": "a", "x-forwarded-for": "8.8.8.8, 10.0.0.2" }, "10.0.0.1", "a"],
    ["10.0.0.0/8", { "x-forwarded-host": "a" }, "10.0.0.1", "a"],
    ["10.0.0.0/8", { "x-forwarded-host": "a" }, "192.0.2.1", undefined],
    ["on", {}, "10.0.0.1", undefined],
  ])("trust %s, %j from %s", (trust, forwarded, peer, expected) => {
    expect(host(trust, forwarded, peer)).toBe(expected);
    expect(isTrustedProxy(trustOf(trust), peer)).toBe(trust !== "off" && peer === "10.0.0.1");
  });
});
