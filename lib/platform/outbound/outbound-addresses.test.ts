import { describe, expect, it } from "vitest";
import { loopbackAddresses } from "@/e2e/loopback-addresses";
import {
  allowed,
  call,
  canaryPort,
  connections,
  origin,
  reasonOf,
  resolvingTo,
  setUpTargets,
} from "./fixtures/outbound-target";

setUpTargets();

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
      origin.replace("127.0.0.1", "127.0.0.2"),
      origin.replace("127.0.0.1", "shop.localhost"),
      `http://127.0.0.1:${canaryPort}`,
      origin.replace("http", "https"),
    ];
    for (const url of near)
      expect(await reasonOf(call(url, {}, allowed()))).toMatch(/refused_address|not_https/);
    expect(connections).toBe(0);
  });
});
