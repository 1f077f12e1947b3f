import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./load";
import { attackStreams } from "./stream-attacks";
import { benchSessions } from "./stream-sessions";
import {
  cpuSeconds,
  createInbox,
  type Inbox,
  MB,
  onFreshServer,
  type Parts,
  residentBytes,
} from "./stream-site";

/** An inbox has 200 streams at most. */
const idle = { inboxes: 50, each: 200 };
const lively = { listeners: 200, perSecond: 100, seconds: 10, bytes: 1024 };
const runs = 3;

/**
 * Memory of 10,000 sockets that get nothing, then the time that captures take to 200 listeners.
 * @param part one of them: `idle` or `lively`; or `attacked` or `sessions`, which are not among them
 */
export async function benchStreams(part?: string): Promise<void> {
  if (part === undefined || part === "idle") await onFreshServer(benchIdle);
  if (part === undefined || part === "lively") await onFreshServer(benchLively);
  if (part === "attacked") await attackStreams();
  if (part === "sessions") await benchSessions();
}

async function benchIdle({ site, key, loop, load }: Parts): Promise<void> {
  const { port, pid } = site;
  const inboxes: Inbox[] = [];
  for (let at = 0; at < idle.inboxes; at += 1) inboxes.push(await createInbox(site));
  const webhookIds = inboxes.map(({ id }) => id);
  await loop.read(pid);
  const before = residentBytes(pid);
  const { opened, ms } = await load.order<{ opened: number; ms: number }>({
    listen: { port, key, webhookIds, each: idle.each },
  });
  const opening = await loop.read(pid);
  // Every socket gets a ping in this time.
  await sleep(30_000);
  const pinging = await loop.read(pid);
  const after = residentBytes(pid);
  const perSocket = (bytes: number) => `${(bytes / opened / 1000).toFixed(1)} kB each`;
  say(
    `${opened} sockets   opened in ${(ms / 1000).toFixed(1)} s; event loop late ${opening.max.toFixed(0)} ms, then ${pinging.max.toFixed(0)} ms`,
  );
  say(
    `memory          ${MB(before)}, with them ${MB(after)} (less than 400 MB), ${perSocket(after - before)}`,
  );
}

async function benchLively({ site, key, loop, load }: Parts): Promise<void> {
  const { port, pid, project } = site;
  const inbox = await createInbox(site);
  await load.order({ listen: { port, key, webhookIds: [inbox.id], each: lively.listeners } });
  const target = { host: project.host, path: `/api/webhook/${inbox.referenceId}`, bytes: lively.bytes };
  await load.order({ send: { ...target, perSecond: lively.perSecond, seconds: 3 } });
  for (let run = 0; run < runs; run += 1) {
    await loop.read(pid);
    const used = [pid, load.pid].map(cpuSeconds);
    const { perSecond, seconds } = lively;
    const { times, lateMs } = await load.order<{ times: number[]; lateMs: number }>({
      send: { ...target, perSecond, seconds },
    });
    const [server = 0, clients = 0] = [pid, load.pid].map((each, at) => cpuSeconds(each) - (used[at] ?? 0));
    const at = (share: number) => `${(times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1)} ms`;
    const { max } = await loop.read(pid);
    const each = (seconds: number) => `${((1e6 * seconds) / times.length).toFixed(1)} µs`;
    say(
      `${lively.listeners} x ${perSecond}/s     p50 ${at(0.5)}  p90 ${at(0.9)}  p99 ${at(0.99)} (less than 100 ms)  max ${at(1)}`,
    );
    say(
      `  processor a message: server ${each(server)}, clients ${each(clients)}; event loop late ${max.toFixed(0)} ms, senders ${lateMs.toFixed(0)} ms`,
    );
  }
}
