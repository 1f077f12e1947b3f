import { afterEach, describe, expect, it, vi } from "vitest";

async function addressOf(trustProxy: "on" | "off", forwarded: string | undefined, peer = "10.0.0.1") {
  vi.resetModules();
  vi.stubEnv("TRUST_PROXY", trustProxy);
  Reflect.deleteProperty(globalThis, Symbol.for("fieldkit.env"));
  const { clientAddressOf } = await import("./client-address");
  return clientAddressOf((name) => (name === "x-forwarded-for" ? forwarded : undefined), peer);
}

afterEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(globalThis, Symbol.for("fieldkit.env"));
});

describe("behind a trusted proxy", () => {
  it.each([
    ["one address is the client's", "203.0.113.7", "203.0.113.7"],
    ["what the client wrote itself does not count", "1.1.1.1, 8.8.8.8", "8.8.8.8"],
    ["proxies of the inside are passed over", "8.8.8.8, 10.0.0.5, 127.0.0.1", "8.8.8.8"],
    ["what a client of the inside wrote does not count", "192.168.0.9, 10.0.0.5", "10.0.0.5"],
    ["IPv6", "2001:4860:4860::8888", "2001:4860:4860::8888"],
    ["an empty header leaves the peer", " , ", "10.0.0.1"],
    ["no header leaves the peer", undefined, "10.0.0.1"],
  ])("%s", async (_, forwarded, address) => {
    expect(await addressOf("on", forwarded)).toBe(address);
  });
});

it("without a trusted proxy the header means nothing, and mapped IPv4 is IPv4", async () => {
  expect(await addressOf("off", "8.8.8.8", "::ffff:192.0.2.1")).toBe("192.0.2.1");
});
