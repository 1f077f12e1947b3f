import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Site, startSite } from "./site";
import type { Subject } from "./subject";
import type { Row } from "./table";
import { percentile, timed } from "./times";

const mocks = 1000;
const readers = 4;
const perSecond = 500;
const measuredMs = 8000;
const stepMs = 10;

/** How long a mock takes that is called at a steady rate, alone and while people look at large lists. */
export async function benchBesidePages(subject: Subject): Promise<Row[]> {
  const site = await startSite({}, subject);
  try {
    const page = await fill(site);
    await besideReaders(site, page, 2000);
    const alone = await steadily(site, measuredMs);
    const beside = await besideReaders(site, page, measuredMs);
    return [
      { work: `mock, ${perSecond}/s`, ...summary(alone) },
      { work: `mock, ${perSecond}/s, ${readers} pages`, ...summary(beside), wanted: { p99: 100 } },
    ];
  } finally {
    await site.stop();
  }
}

const summary = (times: number[]) => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
});

async function fill({ team, project, call }: Site): Promise<string> {
  for (let at = 0; at < mocks; at += 1) {
    await call(`/api/projects/${project.id}/mocks`, { name: `Mock ${at}`, endpoint: `/many/${at}` });
  }
  return `/${team.slug}/${project.slug}/mocks?sort=name`;
}

/** Each reader asks for the page again as soon as it is there. */
async function besideReaders(site: Site, page: string, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  let isOver = false;
  const read = async () => {
    while (!isOver) await timed(`${site.base}${page}`, agent, { cookie: site.cookie });
  };
  const reading = Promise.all(Array.from({ length: readers }, read));
  try {
    return await steadily(site, ms);
  } finally {
    isOver = true;
    await reading;
    agent.destroy();
  }
}

/** Calls come at their time, whether earlier ones were answered or not; a late one counts from when it was due. */
async function steadily({ base, project }: Site, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const calls: Promise<number>[] = [];
  const begin = performance.now();
  for (let now = 0; now < ms; now = performance.now() - begin) {
    const due = Math.floor((now / 1000) * perSecond);
    while (calls.length < due) {
      const dueAt = begin + (calls.length / perSecond) * 1000;
      const path = `/api/mock/many/${calls.length % mocks}`;
      calls.push(callMock(`${base}${path}`, project.host, agent, dueAt));
    }
    await sleep(stepMs);
  }
  const times = await Promise.all(calls);
  agent.destroy();
  return times;
}

function callMock(url: string, host: string, agent: Agent, dueAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { host } }, (response) => {
      response.resume();
      response.once("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - dueAt);
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    }).once("error", reject);
  });
}
