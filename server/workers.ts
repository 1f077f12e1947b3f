import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import type { Hub } from "@/lib/platform/ipc/hub";
import { KeptChild } from "./kept-child";
import type { PagesApart } from "./pages-apart";

/** A little less than this process gives itself. */
const endWithinMs = 13_000;
/** How often the workers are told whether the pages are there, in ms. */
const tellEveryMs = 250;

/** Where workers find the pages. */
export type ToldPages = { socketPath: string; isReady: boolean };

/**
 * Processes that serve behind one port. Each accepts connections by itself. Node's other way, in which this process hands
 * them out in turn, keeps those for ever that were on their way to a worker when it died.
 */
export function createWorkers(hub: Hub, { count, pages }: { count: number; pages: PagesApart | undefined }) {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: fileURLToPath(import.meta.url),
    execArgv: ["--enable-source-maps"],
    args: pages ? [] : ["--without-pages"],
  });
  const fork = () => cluster.fork().process;
  const children = Array.from({ length: count }, (_, at) => {
    const name = `worker ${at + 1}`;
    return new KeptChild({ name, kind: "worker", hub, fork, endWithinMs });
  });
  let stopTelling = () => {};
  return {
    async start(): Promise<void> {
      if (pages) stopTelling = tellOfPages(hub, pages);
      await Promise.all(children.map((each) => each.start()));
    },
    /** Ends them in order, also while they start. */
    async stop(): Promise<void> {
      stopTelling();
      await Promise.all(children.map((each) => each.stop()));
    },
  };
}

function tellOfPages(hub: Hub, { socketPath, child }: PagesApart): () => void {
  let last: boolean | undefined;
  const tell = async () => {
    const isReady = await child.isReady(0);
    if (isReady === last) return;
    last = isReady;
    hub.tell("pages", { socketPath, isReady } satisfies ToldPages);
  };
  void tell();
  const timer = setInterval(() => void tell(), tellEveryMs);
  return () => clearInterval(timer);
}
