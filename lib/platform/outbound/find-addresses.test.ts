import { lookup } from "node:dns/promises";
import { rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AddressFinder } from "./find-addresses";
import { nameServer, type Said } from "./fixtures/name-server";
import { call, connections, reasonOf, setUpTargets } from "./fixtures/outbound-target";

setUpTargets();

const v4 = "93.184.216.34";
const v6 = "2606:2800:220:1:0:0:0:1";
const many = Array.from({ length: 30 }, (_, at) => `93.184.216.${at}`);
const zone = {
  "both.example": { A: [v4], AAAA: [v6] },
  "four.example": { A: [v4], AAAA: [] },
  "six.example": { A: [], AAAA: [v6] },
  "half.example": { A: [v4], AAAA: "SERVFAIL" },
  "slow-half.example": { A: [v4], AAAA: "silence" },
  "none.example": { A: [], AAAA: [] },
  "broken.example": { A: "SERVFAIL", AAAA: "SERVFAIL" },
  "refused.example": { A: "REFUSED", AAAA: "REFUSED" },
  "unsure.example": { A: [], AAAA: "SERVFAIL" },
  "silent.example": { A: "silence", AAAA: "silence" },
  "many.example": { A: many, AAAA: [] },
  "private.example": { A: [v4, "127.0.0.1"], AAAA: [] },
  "private-six.example": { A: [v4], AAAA: ["0:0:0:0:0:0:0:1"] },
} satisfies Record<string, { A: Said; AAAA: Said }>;

let server: Awaited<ReturnType<typeof nameServer>>;
beforeAll(async () => {
  server = await nameServer(zone);
});
afterAll(() => server.close());

const finder = (more: ConstructorParameters<typeof AddressFinder>[0] = {}) =>
  new AddressFinder({
    servers: [server.server],
    hostsFile: "/nowhere",
    ofSystem: async (name) => [{ address: `system's of ${name}` }],
    ...more,
  });
const found = async (name: string, more = finder(), isAllowed = false) =>
  (await more.find(name, isAllowed)).map(({ address }) => address);
const codeOf = (name: string, more?: AddressFinder) =>
  found(name, more).then(
    () => "found",
    ({ code }) => code,
  );

describe("a foreign name", () => {
  it.each([
    ["both.example", [v4, "2606:2800:220:1::1"]],
    ["BOTH.example", [v4, "2606:2800:220:1::1"]],
    ["four.example", [v4]],
    ["six.example", ["2606:2800:220:1::1"]],
    ["half.example", [v4]],
    ["many.example", many],
  ])("%s has addresses of either family", async (name, addresses) => {
    expect(await found(name)).toEqual(addresses);
  });

  it.each([
    ["unknown.example", "ENOTFOUND"],
    ["none.example", "ENOTFOUND"],
    [`${"a".repeat(70)}.example`, "ENOTFOUND"],
    ["broken.example", "EAI_AGAIN"],
    ["refused.example", "EAI_AGAIN"],
    ["unsure.example", "EAI_AGAIN"],
  ])("%.20s is not found with %s, as the system's look-up says it", async (name, code) => {
    expect(await codeOf(name)).toBe(code);
  });

  it("is not found if there is no name server", async () => {
    const gone = await nameServer({});
    gone.close();
    expect(await codeOf("both.example", finder({ servers: [gone.server] }))).toBe("EAI_AGAIN");
  });

  it("has a deadline, at which half of an answer is taken", async () => {
    const begun = performance.now();
    const quick = finder({ deadlineMs: 200 });
    expect(await Promise.all([codeOf("silent.example", quick), found("slow-half.example", quick)])).toEqual([
      "EAI_AGAIN",
      [v4],
    ]);
    expect(performance.now() - begun).toBeLessThan(1500);
  });

  it("that nobody answers holds up no other one, and not the system's look-up either", async () => {
    const slow = finder({ deadlineMs: 3000 });
    const silent = Array.from({ length: 50 }, (_, at) => codeOf(`${at}.silent.example`, slow));
    const begun = performance.now();
    await Promise.all([found("both.example", slow), lookup("localhost")]);
    expect(performance.now() - begun).toBeLessThan(1500);
    await Promise.all(silent);
  });
});

describe("the system is asked", () => {
  it("for what the operator allows", async () => {
    expect(await found("both.example", finder(), true)).toEqual(["system's of both.example"]);
  });

  it("for names of the hosts file and the machine's own", async ({ onTestFinished }) => {
    const hostsFile = `/tmp/hosts-of-test-${process.pid}`;
    onTestFinished(() => rm(hostsFile));
    await writeFile(
      hostsFile,
      "# four.example\n\n127.0.0.1\tlocalhost Six.Example # half.example\n::1 both.example\n",
    );
    const own = finder({ hostsFile });
    expect(await found("six.example", own)).toEqual(["system's of six.example"]);
    expect(await found("both.example", own)).toEqual(["system's of both.example"]);
    expect(await found(hostname(), own)).toEqual([`system's of ${hostname()}`]);
    expect(await found("four.example", own)).toEqual([v4]);
    expect(await found("half.example", own)).toEqual([v4]);
  });
});

describe("a name that is asked for again", () => {
  const times = (name: string) => server.asked.filter((each) => each.startsWith(`${name} `)).length;

  it.each(["both.example", "none.example", "broken.example"])(
    "%s is looked up once by all who ask, and again a moment later",
    async (name) => {
      const own = finder({ rememberedMs: 200 });
      server.asked.length = 0;
      await codeOf(name, own);
      const once = times(name);
      server.asked.length = 0;
      await Promise.all([codeOf(name, own), codeOf(name, own)]);
      expect(times(name)).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, 250));
      await Promise.all([codeOf(name, own), codeOf(name, own)]);
      expect([once > 0, times(name)]).toEqual([true, once]);
    },
  );

  it("is not taken for one that the operator allows", async () => {
    const own = finder();
    expect(await found("four.example", own)).toEqual([v4]);
    expect(await found("four.example", own, true)).toEqual(["system's of four.example"]);
  });
});

describe("a call", () => {
  const to = (name: string, allow: string[] = []) => {
    const own = finder();
    return reasonOf(call(`https://${name}/`, { timeoutMs: 3000 }, { allow, lookup: own.find.bind(own) }));
  };

  it.each([
    ["private.example", "refused_address"],
    ["private-six.example", "refused_address"],
    ["none.example", "unreachable"],
    ["broken.example", "unreachable"],
  ])("of %s ends as %s", async (name, reason) => {
    expect([await to(name), connections]).toEqual([reason, 0]);
  });
});
