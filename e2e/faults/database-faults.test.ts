import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTcpProxy, type TcpProxy } from "@/lib/platform/bus/fixtures/tcp-proxy";
import type { Answer, Caller } from "../caller";
import { type Door, hasOneWorker, startDoor } from "../door";
import { createScratchDatabase } from "../scratch-database";
import { type Inbox, Inboxes } from "./inboxes";

/** What is promised is a third of this; the rest is for machines that are busy with other things. */
const refusedWithinMs = 15_000;
const recoveredWithinMs = 30_000;
const readinessMs = 6000;

const adminUrl = process.env.FIELDKIT_TEST_DATABASE_URL;

/** One project with something of everything, on a server whose database is behind a proxy. */
class Site {
  private constructor(
    readonly door: Door,
    readonly inboxes: Inboxes,
    readonly reference: string,
    readonly key: { id: string; key: string },
  ) {}

  static async create(door: Door): Promise<Site> {
    const inboxes = await Inboxes.create(door.port, 8);
    const { owner } = inboxes;
    const [, projectId] = /projects\/([^/]+)/.exec(inboxes.api) ?? [];
    const [team] = await owner.done<{ id: string }[]>("GET", "/api/teams");
    const { referenceId } = await owner.done<{ referenceId: string }>(
      "GET",
      `/api/teams/${team?.id}/projects/${projectId}`,
    );
    const flags = `/api/projects/${referenceId}`;
    await owner.done("POST", `/api/projects/${projectId}/mocks`, { name: "Ada", endpoint: "/ada" });
    await owner.done("POST", `${flags}/flags`, { name: "Search", key: "search", rollout: 100 });
    const group = await owner.done<{ id: string }>("POST", `${flags}/groups`, { name: "Tenants" });
    await owner.done("POST", `${flags}/groups/${group.id}/flags`, { name: "Beta", key: "beta" });
    await owner.done("POST", `${flags}/groups/${group.id}/records`, { id: recordId });
    const key = await owner.done<{ id: string; key: string }>("POST", `${flags}/api-keys`, { name: "SDK" });
    return new Site(door, inboxes, referenceId, key);
  }

  get owner(): Caller {
    return this.inboxes.owner;
  }

  /** What goes on from memory. */
  readonly fromMemory = (key = this.key.key): Record<string, () => Promise<Answer>> => {
    const headers = { authorization: `Bearer ${key}` };
    const body = { context: { targetingKey: recordId } };
    return {
      "a mock": () => this.owner.send("GET", "/api/mock/ada", { host: this.inboxes.host }),
      "SDK answer": () => this.owner.send("GET", `/api/flags/${recordId}`, { headers }),
      "an evaluation": () => this.owner.send("POST", "/api/ofrep/v1/evaluate/flags", { headers, body }),
      "flag check": () =>
        this.owner.send("GET", `/api/projects/${this.reference}/flags/check/search`, { headers }),
    };
  };

  /** What needs the database. */
  readonly fromDatabase = (): Record<string, () => Promise<Answer>> => ({
    "a capture": () => this.inboxes.capture(this.inboxes.all[0] as Inbox),
    "a list": () => this.owner.send("GET", this.inboxes.api),
    "a change": () =>
      this.owner.send("PUT", `${this.inboxes.api}/${this.inboxes.all[1]?.id}`, { body: { name: "New" } }),
  });

  readonly readiness = () => timed(() => this.owner.send("GET", "/readyz"));

  /** Everything answers as if nothing had happened, and is known to all workers from now on. */
  async isWell(): Promise<boolean> {
    const all = [
      ...Object.values(this.fromMemory()),
      ...Object.values(this.fromDatabase()),
      () => this.owner.send("GET", "/readyz"),
    ];
    const times = Array.from({ length: hasOneWorker ? 1 : 16 }, () => all).flat();
    const answers = await Promise.all(times.map((ask) => ask()));
    return answers.every(({ status, headers }) => status < 300 && headers.warning === undefined);
  }
}

const recordId = `tenant-${randomUUID()}`;

async function timed(ask: () => Promise<Answer>): Promise<Answer & { ms: number }> {
  const start = performance.now();
  const answer = await ask();
  return { ...answer, ms: Math.round(performance.now() - start) };
}

test("an embedded database that hangs: known answers go on, others are 503 in time, and it comes back", async () => {
  const door = await startDoor("server", {}, { pages: false });
  try {
    const site = await Site.create(door);
    expect(await site.isWell()).toBe(true);
    const [child = 0] = door.database();
    process.kill(child, "SIGSTOP");
    const ask = { ...site.fromMemory(), ...site.fromDatabase() };
    const answers = await Promise.all(
      Object.entries(ask).map(async ([name, each]) => ({ name, ...(await timed(each)) })),
    );
    process.kill(child, "SIGCONT");
    const goesOn = new Set(Object.keys(site.fromMemory()));
    for (const { name, status, ms } of answers) {
      expect(status, name).toBe(goesOn.has(name) ? 200 : 503);
      expect(ms, name).toBeLessThan(refusedWithinMs);
    }
    await expect.poll(() => site.isWell(), { timeout: recoveredWithinMs }).toBe(true);
  } finally {
    await door.stop();
  }
});

describe.each(adminUrl ? [adminUrl] : [])("a Postgres that fails in the middle", (postgres) => {
  let proxy: TcpProxy;
  let site: Site;
  let databaseUrl: string;
  const cleanups: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createScratchDatabase(postgres);
    databaseUrl = database.url;
    cleanups.push(database.drop);
    const url = new URL(database.url);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    cleanups.push(proxy.stop);
    url.host = `127.0.0.1:${proxy.port}`;
    const door = await startDoor("server", { DATABASE_URL: url.href, REDIS_URL: "" }, { pages: false });
    cleanups.push(door.stop);
    site = await Site.create(door);
    expect(await site.isWell()).toBe(true);
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  const recovers = () => expect.poll(() => site.isWell(), { timeout: recoveredWithinMs }).toBe(true);

  test.each([
    ["falls silent", () => proxy.hang()],
    ["refuses connections", () => proxy.cut()],
  ])(
    "one that %s: known answers go on and say so, everything else is 503 in time, and all is right afterwards",
    async (_, fault) => {
      await fault();
      // What is remembered is too old now.
      await sleep(1100);
      const [known, others, readiness] = await Promise.all([
        Promise.all(
          Object.entries(site.fromMemory()).map(async ([name, ask]) => [name, await timed(ask)] as const),
        ),
        Promise.all(
          Object.entries(site.fromDatabase()).map(async ([name, ask]) => [name, await timed(ask)] as const),
        ),
        site.readiness(),
      ]);
      for (const [name, { status, headers, text, ms }] of known) {
        expect([status, headers.warning], `${name}: ${text}`).toEqual([200, '110 - "Response is Stale"']);
        expect(ms, name).toBeLessThan(refusedWithinMs);
      }
      for (const [name, { status, headers, ms }] of others) {
        expect([status, headers["retry-after"]], name).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
        expect(ms, name).toBeLessThan(refusedWithinMs);
      }
      expect(readiness.status).toBe(503);
      expect(readiness.ms).toBeLessThan(readinessMs);
      // From now on it is known, so that nobody waits.
      const [mock, list] = await Promise.all([
        timed(site.fromMemory()["a mock"] as () => Promise<Answer>),
        timed(site.fromDatabase()["a list"] as () => Promise<Answer>),
      ]);
      expect([mock.status, list.status]).toEqual([200, 503]);
      expect(Math.max(mock.ms, list.ms)).toBeLessThan(1000);
      await proxy.restore();
      await recovers();
    },
  );

  test.each([
    ["half open", () => proxy.halfOpen()],
    ["reset", () => proxy.reset()],
  ])("connections that are %s fail their calls in time and are replaced", async (_, fault) => {
    fault();
    const answers = await Promise.all(
      Object.values(site.fromDatabase()).flatMap((ask) => Array.from({ length: 6 }, () => timed(ask))),
    );
    for (const { status, ms } of answers) {
      expect([200, 503]).toContain(status);
      expect(ms).toBeLessThan(refusedWithinMs);
    }
    await recovers();
  });

  test("one that is slow is slow, and nothing is refused", async () => {
    proxy.delay(100);
    const answers = await Promise.all(Object.values(site.fromDatabase()).map((ask) => ask()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await proxy.restore();
    await recovers();
  });

  test("a revoked key stays revoked while the database is away, and others go on", async () => {
    const keys = `/api/projects/${site.reference}/api-keys`;
    const revoked = await site.owner.done<{ id: string; key: string }>("POST", keys, { name: "Revoked" });
    const ask = site.fromMemory(revoked.key)["SDK answer"] as () => Promise<Answer>;
    expect((await ask()).status).toBe(200);
    await site.owner.done("DELETE", `${keys}/${revoked.id}`);
    await proxy.cut();
    for (let round = 0; round < 3; round += 1) {
      expect([401, 503]).toContain((await ask()).status);
      await sleep(500);
    }
    await expect.poll(async () => (await site.fromMemory()["SDK answer"]?.())?.status).toBe(200);
    await proxy.restore();
    await recovers();
    expect((await ask()).status).toBe(401);
  });

  test("inboxes that somebody keeps locked are refused in time, and the others go on", async () => {
    const locker = new Client({ connectionString: databaseUrl });
    await locker.connect();
    const [other, ...locked] = site.inboxes.all as [Inbox, ...Inbox[]];
    await locker.query("begin");
    await locker.query("select from webhooks where id = any($1) for update", [locked.map(({ id }) => id)]);
    const refused = locked.flatMap((inbox) =>
      Array.from({ length: 3 }, () => timed(() => site.inboxes.capture(inbox))),
    );
    for (let round = 0; round < 20; round += 1) {
      expect((await site.inboxes.capture(other)).status).toBe(200);
      const { status, text, ms } = await site.readiness();
      expect([status, JSON.parse(text)]).toMatchObject([200, { captures: { oldestMs: expect.any(Number) } }]);
      expect(ms).toBeLessThan(readinessMs);
    }
    for (const { status, headers, ms } of await Promise.all(refused)) {
      expect([status, headers["retry-after"]]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
      expect(ms).toBeLessThan(refusedWithinMs);
    }
    await locker.query("rollback");
    await locker.end();
    await recovers();
    expect((await site.inboxes.capture(locked[0] as Inbox)).status).toBe(200);
  });

  test("a server that is told to end does so while its database is silent", async () => {
    proxy.hang();
    const waiting = Object.values(site.fromDatabase()).map((ask) => ask().catch(() => undefined));
    await sleep(200);
    const start = performance.now();
    await site.door.end("SIGTERM");
    expect(performance.now() - start).toBeLessThan(25_000);
    await Promise.all(waiting);
    await proxy.restore();
    await site.door.restart({ DRAIN_SECONDS: "3" });
  });

  test("a server that is told to end is not ready for a while, and answers until then", async () => {
    const ended = site.door.end("SIGTERM");
    await expect.poll(async () => (await site.readiness()).status, { interval: 20 }).toBe(503);
    const mock = site.fromMemory()["a mock"] as () => Promise<Answer>;
    expect((await mock()).status).toBe(200);
    expect(JSON.parse((await site.readiness()).text)).toMatchObject({
      error: "This process is about to end.",
    });
    expect(await ended).toBe(0);
    await site.door.restart({ DRAIN_SECONDS: "" });
  });
});
