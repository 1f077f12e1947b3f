import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./load";
import { createInbox, MB, onFreshServer, type Parts, residentBytes, startLoad } from "./stream-site";

const each = 200;
const burst = { inboxes: 50 };
const slow = { inboxes: 5, perSecond: 10, seconds: 20, bytes: 16 * 1024 };
const lively = { perSecond: 100, seconds: 20, bytes: 1024 };

type Opened = { opened: number; ms: number };

/** What crowds do to the event loop: 10,000 clients that come at once, and 1,200 of which 1,001 read nothing. */
export async function attackStreams(): Promise<void> {
  await onFreshServer(comeAtOnce);
  await onFreshServer(readNothing);
}

async function comeAtOnce({ site, key, loop, load }: Parts): Promise<void> {
  const webhookIds: string[] = [];
  for (let at = 0; at < burst.inboxes; at += 1) webhookIds.push((await createInbox(site)).id);
  const { port, pid } = site;
  await loop.read(pid);
  const atOnce = burst.inboxes * each;
  const { opened, ms } = await load.order<Opened>({ listen: { port, key, webhookIds, each, atOnce } });
  const { p99, max } = await loop.read(pid);
  say(
    `${opened} at once    opened in ${(ms / 1000).toFixed(1)} s; ${late({ p99, max })}; ${MB(residentBytes(pid))}`,
  );
}

async function readNothing({ site, key, loop, load }: Parts): Promise<void> {
  const { port, pid, project } = site;
  const inbox = await createInbox(site);
  await site.call(`/api/projects/${project.id}/mocks`, { name: "Bench", endpoint: "/mock" });
  const place = { port, key };
  await load.order({ listen: { ...place, webhookIds: [inbox.id], each: each - 1 } });
  const slowLoad = startLoad();
  try {
    const slowInboxes = [];
    for (let at = 0; at < slow.inboxes; at += 1) slowInboxes.push(await createInbox(site));
    await slowLoad.order({ listen: { ...place, webhookIds: [inbox.id], each: 1, unread: true } });
    const webhookIds = slowInboxes.map(({ id }) => id);
    await slowLoad.order({ listen: { ...place, webhookIds, each, unread: true } });
    await loop.read(pid);
    const before = residentBytes(pid);
    const pathOf = ({ referenceId }: { referenceId: string }) => `/api/webhook/${referenceId}`;
    const flooding = slowInboxes.map((each) =>
      slowLoad.order({ send: { ...slow, host: project.host, path: pathOf(each) } }),
    );
    const mock = watchMock(site);
    const { times } = await load.order<{ times: number[] }>({
      send: { ...lively, host: project.host, path: pathOf(inbox) },
    });
    await Promise.all(flooding);
    const waited = await mock.end();
    const seen = await loop.read(pid);
    const after = residentBytes(pid);
    const { closed } = await slowLoad.order<{ closed: number[] }>({ resume: { withinMs: 30_000 } });
    say(
      `1,001 read nothing  ${closed.filter((code) => code === 4008).length} closed with 4008; ${late(seen)}; ${MB(before)}, then ${MB(after)}`,
    );
    const shown = (times: number[]) =>
      [0.5, 0.99]
        .map((share) => `p${share * 100} ${(times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1)} ms`)
        .join("  ");
    say(`  the other ${each - 1}     ${shown(times)}`);
    say(`  a mock            ${shown(waited)}`);
  } finally {
    slowLoad.stop();
  }
}

/** How long a mock takes, asked for a hundred times a second. Sorted, in ms. */
function watchMock({ port, project }: Parts["site"]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let isOver = false;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const place = { host: "127.0.0.1", port, path: "/mock", agent, headers: { host: project.host } };
      get(place, (response) => response.resume().once("end", resolve)).once("error", reject);
    });
  const asking = (async () => {
    while (!isOver) {
      const begin = performance.now();
      await ask();
      times.push(performance.now() - begin);
      await sleep(10);
    }
  })();
  return {
    async end(): Promise<number[]> {
      isOver = true;
      await asking;
      agent.destroy();
      return times.sort((a, b) => a - b);
    },
  };
}

const late = ({ p99, max }: { p99: number; max: number }) =>
  `event loop late p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms`;
