import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { watchLoop } from "./loop-delay";
import { startSite } from "./site";
import type { Order, Report } from "./stream-load";

type Site = Awaited<ReturnType<typeof startSite>>;
export type Inbox = { id: string; referenceId: string };

export type Parts = {
  site: Site;
  key: string;
  loop: ReturnType<typeof watchLoop>;
  load: ReturnType<typeof startLoad>;
};

/**
 * A server with a key, its event loop watched, and a process of clients.
 * @param extra environment of the server
 */
export async function onFreshServer(
  bench: (parts: Parts) => Promise<void>,
  extra: Record<string, string> = {},
): Promise<void> {
  const loop = watchLoop();
  const site = await startSite({ ...loop.env, ...extra });
  const load = startLoad();
  try {
    const keys = `/api/projects/${site.project.referenceId}/api-keys`;
    const { key } = await site.call<{ key: string }>(keys, { name: "Bench" });
    await bench({ site, key, loop, load });
  } finally {
    load.stop();
    await site.stop();
    loop.end();
  }
}

export async function createInbox(site: Site): Promise<Inbox> {
  return site.call<Inbox>(`/api/projects/${site.project.id}/webhooks`, { name: "Bench" });
}

export function startLoad() {
  const file = fileURLToPath(new URL("stream-load.ts", import.meta.url));
  const child = fork(file, { execArgv: ["--import", "tsx"] });
  let orders = 0;
  return {
    pid: child.pid ?? 0,
    order<T extends Partial<Report>>(order: Order): Promise<T> {
      const number = ++orders;
      child.send({ number, order });
      return new Promise((resolve, reject) => {
        child.once("exit", (code) => reject(new Error(`The clients ended with ${code}`)));
        child.on("message", (answer: { number: number; report: T }) => {
          if (answer.number === number) resolve(answer.report);
        });
      });
    },
    stop: () => child.connected && child.disconnect(),
  };
}

export function residentBytes(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return 1024 * Number(kib);
}

/** What all threads of the process have used so far. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export const MB = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
