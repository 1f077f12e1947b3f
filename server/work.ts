import { stopDatabase } from "@/db/database";
import { joinParent } from "@/lib/platform/ipc/join-parent";
import { draining } from "@/lib/platform/process/draining";
import { orderlyEnd } from "@/lib/platform/process/end-on-signals";
import { stopTracing } from "@/lib/platform/trace/trace";
import { endWorkers } from "@/lib/platform/workers/run-in-worker";
import { joinStartedDatabase } from "./join-started-database";
import { withoutPages } from "./pages";
import { pagesAt } from "./pages-apart";
import { prepareToServe } from "./prepare";
import { serve } from "./serve";
import type { ToldPages } from "./workers";

/** Serves as one of several processes, whose parent has started what they need. */
export async function work(): Promise<void> {
  const link = joinParent();
  // Until it serves, nothing has to be ended in order.
  link.onEnd(() => process.exit(0));
  try {
    await prepareToServe();
    await joinStartedDatabase(link);
    const hasPages = !process.argv.includes("--without-pages");
    const told = hasPages ? await link.until<ToldPages>("pages") : undefined;
    const isReady = async (withinMs: number) =>
      (await link.until<ToldPages>("pages", (pages) => pages.isReady, withinMs)) !== undefined;
    const pages = told ? pagesAt(told.socketPath, () => link.pagesAt, isReady) : withoutPages();
    const close = await serve({ pages, alone: false });
    link.onTold<boolean>("draining", (isOn) => {
      draining().isOn = isOn;
    });
    const end = orderlyEnd(async () => {
      await close();
      await endWorkers();
      await stopDatabase();
      await stopTracing(3000);
    });
    link.onEnd(() => void end());
    link.send({ type: "ready" });
  } catch (error) {
    link.send({ type: "failed", message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
