import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { Caller } from "../caller";
import { type Door, startDoor } from "../door";
import { descendantsOf } from "../processes";
import { AttackSite, times } from "./attack-site";

const token = "0123456789abcdef";
const rounds = 10;

/** A page or an answer of the API, as the owner gets it. */
const get = ({ owner }: AttackSite, path: string) =>
  owner.send("GET", path, { headers: { accept: "text/html" } });

describe("pages in a process of their own", () => {
  let door: Door;
  let site: AttackSite;
  beforeAll(async () => {
    door = await startDoor("server", { METRICS_TOKEN: token });
    site = await AttackSite.create(door);
  });
  afterAll(() => door.stop());

  const mocks = () => `/${site.team.slug}/shop/mocks`;
  const renderer = () => descendantsOf(door.pid(), "dist/pages.js");

  it("show what was saved a moment before, however busy they are", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const busy = times(6, () => get(site, mocks()));
      const name = `mock-${randomUUID()}`;
      await site.owner.done("POST", `${site.api}/mocks`, { name, endpoint: `/${name}` });
      expect((await get(site, mocks())).text).toContain(name);
      await busy;
    }
  });

  it("know at once of a project that is deleted, and of one that is put back", async () => {
    const path = `/api/teams/${site.team.id}/projects`;
    const { id } = await site.owner.done<{ id: string }>("POST", path, { name: "Gone", slug: "gone" });
    const page = `/${site.team.slug}/gone/mocks`;
    expect((await get(site, page)).status).toBe(200);
    await site.owner.done("DELETE", `${path}/${id}`);
    expect((await get(site, page)).status).toBe(404);
  });

  it("are away while they are started again, and nothing else is", async () => {
    const [pid = 0] = renderer();
    process.kill(pid, "SIGKILL");
    const [page, list, ready] = await Promise.all([
      get(site, mocks()),
      site.owner.send("GET", `${site.api}/mocks`),
      site.owner.send("GET", "/readyz"),
    ]);
    expect([list.status, ready.status]).toEqual([200, 200]);
    // It waits for the new process, unless it met the end of the old one.
    expect([200, 503]).toContain(page.status);
    await expect.poll(async () => (await get(site, mocks())).status).toBe(200);
    expect(renderer()).not.toEqual([pid]);
  });

  it("that hang are given up when the client goes, and held against nobody", async () => {
    const [pid = 0] = renderer();
    process.kill(pid, "SIGSTOP");
    try {
      const gone = new AbortController();
      const waiting = times(50, () =>
        fetch(`http://127.0.0.1:${door.port}/sign-in`, { signal: gone.signal }).catch(() => undefined),
      );
      expect((await site.owner.send("GET", `${site.api}/mocks`)).status).toBe(200);
      // Whoever changes something does not wait for pages.
      await site.owner.done("POST", `${site.api}/mocks`, { name: "m", endpoint: "/m" });
      gone.abort();
      await waiting;
    } finally {
      process.kill(pid, "SIGCONT");
    }
    expect((await get(site, mocks())).status).toBe(200);
  });

  it("are measured with the rest, and what the two tell each other stays between them", async () => {
    const metrics = await site.owner.send("GET", "/metrics", {
      headers: { authorization: `Bearer ${token}` },
    });
    // Of two processes.
    const [, resident = ""] = /^process_resident_memory_bytes (\S+)$/m.exec(metrics.text) ?? [];
    expect(Number(resident)).toBeGreaterThan(0);
    expect(metrics.text).toContain('kind="page",operation="page",status="2xx"');
    expect(metrics.text.match(/^fieldkit_info{/gm)).toHaveLength(1);
    const page = await get(site, mocks());
    expect(Object.keys(page.headers).filter((name) => name.startsWith("x-fieldkit"))).toEqual([]);
  });
});

describe("two workers behind one port", () => {
  let door: Door;
  let site: AttackSite;
  beforeAll(async () => {
    door = await startDoor("server", { WORKERS: "2", METRICS_TOKEN: token }, { pages: false });
    site = await AttackSite.create(door);
  });
  afterAll(() => door.stop());

  const workers = () => {
    const database = new Set(door.database());
    return door.descendants().filter((pid) => !database.has(pid));
  };
  /** Each call has a connection of its own, which any worker may take. */
  const mock = (path: string) =>
    new Caller(door.port).send("GET", `/api/mock${path}`, { host: site.project.host });

  it("both know a change when its answer leaves", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const created = await site.owner.done<{ id: string }>("POST", `${site.api}/mocks`, {
        ...{ name: "m", endpoint: "/changing", responseBody: JSON.stringify({ round }) },
      });
      const answers = await times(8, () => mock("/changing"));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set([`200 {"round":${round}}`]),
      );
      await site.owner.send("DELETE", `${site.api}/mocks/${created.id}`);
      expect((await times(4, () => mock("/changing"))).map(({ status }) => status)).toEqual([
        404, 404, 404, 404,
      ]);
    }
  });

  it("both refuse a key as soon as it is revoked", async () => {
    const path = `/api/projects/${site.project.referenceId}/api-keys`;
    const { id, key } = await site.owner.done<{ id: string; key: string }>("POST", path, { name: "k" });
    const asked = () =>
      times(4, () =>
        site.owner.send("GET", "/api/flags/tenant", { headers: { "x-api-key": key, cookie: "" } }),
      );
    const before = (await asked()).map(({ status }) => status);
    expect(new Set(before)).not.toContain(401);
    await site.owner.done("DELETE", `${path}/${id}`);
    expect((await asked()).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it("pass captures to the streams of both, in one order", async () => {
    const { referenceId, id } = site.inbox;
    const streams = await times(4, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${door.port}/ws/webhook/${id}`, {
        headers: {
          host: `localhost:${door.port}`,
          cookie: site.owner.cookie,
          origin: `http://localhost:${door.port}`,
        },
      });
      const sequences: number[] = [];
      socket.on("message", (data) => {
        const { sequence } = JSON.parse(String(data));
        if (sequence !== undefined) sequences.push(sequence);
      });
      await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
      return { socket, sequences };
    });
    const sent = 20;
    await times(sent, (n) =>
      new Caller(door.port).send("POST", `/api/webhook/${referenceId}`, {
        host: site.project.host,
        body: { n },
      }),
    );
    for (const { sequences } of streams) {
      await expect.poll(() => sequences.length).toBe(sent);
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    }
    for (const { socket } of streams) socket.terminate();
  });

  it("are measured together", async () => {
    const counted = async () => {
      const { text } = await site.owner.send("GET", "/metrics", {
        headers: { authorization: `Bearer ${token}` },
      });
      const line =
        /^fieldkit_http_request_duration_seconds_count{kind="mock",operation="mock",status="4xx"} (\d+)$/m;
      return Number(line.exec(text)?.[1] ?? 0);
    };
    const before = await counted();
    await times(10, () => mock("/nowhere"));
    await expect.poll(counted).toBe(before + 10);
  });

  it("of which one dies leave no call without an answer, and are two again", async () => {
    const [first = 0] = workers();
    process.kill(first, "SIGKILL");
    await expect.poll(async () => (await mock("/nowhere").catch(() => undefined))?.status).toBe(404);
    await expect.poll(() => workers().filter((pid) => pid !== first).length).toBe(2);
    await expect
      .poll(async () => {
        const answers = await times(8, () => mock("/nowhere").catch(() => undefined));
        return answers.every((answer) => answer?.status === 404);
      })
      .toBe(true);
  });

  it("end with their parent, however that ends", async () => {
    const family = door.descendants();
    expect(family).toHaveLength(3);
    await door.end("SIGKILL");
    await expect.poll(() => family.filter((pid) => descendantsOf(1).includes(pid))).toEqual([]);
    await door.restart();
    expect((await mock("/nowhere")).status).toBe(404);
  });
});

it("a port that is taken is said once, and nothing is left", async () => {
  const taken = await startDoor("server", {}, { pages: false });
  try {
    await expect(
      startDoor("server", { WORKERS: "2", PORT: String(taken.port) }, { pages: false }),
    ).rejects.toThrow(/Port \d+ is in use/);
  } finally {
    await taken.stop();
  }
});
