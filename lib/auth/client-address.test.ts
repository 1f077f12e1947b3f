import { afterEach, expect, it, vi } from "vitest";

async function addressesOf(trustProxy: string, forwarded: string | undefined, peer: string | undefined) {
  vi.resetModules();
  vi.stubEnv("TRUST_PROXY", trustProxy);
  Reflect.deleteProperty(globalThis, Symbol.for("fieldkit.env"));
  const { clientAddressOf, clientNetworkOf, holderOf } = await import("./client-address");
  const header = (name: string) => (name === "x-forwarded-for" ? forwarded : undefined);
  return [clientAddressOf, clientNetworkOf, holderOf].map((of) => of(header, peer));
}

afterEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(globalThis, Symbol.for("fieldkit.env"));
});

it("is kept in full, and counted by the network of a client", async () => {
  const full = "2001:db8:1:2:3:4:5:6";
  const network = "2001:db8:1:2::";
  expect(await addressesOf("10.0.0.0/8", full, "10.0.0.1")).toEqual([full, network, network]);
  expect(await addressesOf("off", full, "::ffff:192.0.2.1")).toEqual(Array(3).fill("192.0.2.1"));
});

it("is one name for all whose address is unknown, who have no share of their own", async () => {
  expect(await addressesOf("off", "8.8.8.8", undefined)).toEqual(["unknown", "unknown", undefined]);
});
