import { startDatabase } from "@/db/database";
import { keepTimeOfReleaseEmails, keepTimeOfSchedules } from "@/lib/api/scheduled-changes";
import { prune } from "@/lib/api/scheduled-work";
import { keepTimeOfEmails, retryWaitingEmails } from "@/lib/auth/emails/worker";
import { endFlagStreams } from "@/lib/flag-stream/streams-here";
import { flushUsesAtEnd } from "@/lib/flag-use/uses";
import { flushCallsAtEnd } from "@/lib/mocks/calls/record-call";
import { env } from "@/lib/platform/env/env";
import { log } from "@/lib/platform/log/log";
import { flushTrafficAtEnd } from "@/lib/projects/traffic/traffic";
import { pollReleases } from "@/lib/releases/jobs/worker";
import { keepTimeOfReleaseDeliveries } from "@/lib/releases/webhooks/worker";
import { keepTimeOfDeliveries } from "@/lib/webhooks/forwarding/worker";
import { createServer } from "./http-server";
import type { Pages } from "./pages";

const pruneEveryMs = 10 * 60 * 1000;

type Serving = {
  pages: Pages;
  /** Whether no other process works on releases of this database. */
  alone: boolean;
  listen?: (server: ReturnType<typeof createServer>) => Promise<unknown>;
};

/** Serves everything in this process, whose database is open. @returns ends that, and what it does in the background */
export async function serve({ pages, alone, listen = listenOnPort }: Serving): Promise<() => Promise<void>> {
  const { db } = await startDatabase();
  const server = createServer(pages);
  await listen(server);
  const pruning = setInterval(() => void prune(db, new Date()), pruneEveryMs);
  const stopReleases = pollReleases({ alone });
  const stopTime = keepTimeOfSchedules();
  const stopEmails = keepTimeOfEmails();
  void retryWaitingEmails().catch((err) => log().warn({ err }, "waiting emails could not be retried"));
  const stopReleaseEmails = keepTimeOfReleaseEmails();
  const stopDeliveries = keepTimeOfDeliveries({ alone });
  const stopReleaseDeliveries = keepTimeOfReleaseDeliveries({ alone });
  return async () => {
    clearInterval(pruning);
    // They would go on until the connections are cut off.
    endFlagStreams();
    await allSettled([
      server.close(),
      stopReleases(),
      stopTime(),
      stopEmails(),
      stopReleaseEmails(),
      stopDeliveries(),
      stopReleaseDeliveries(),
    ]);
    await allSettled([flushTrafficAtEnd(), flushUsesAtEnd(), flushCallsAtEnd()]);
    await pages.close();
  };
}

/** A part that fails to stop must not keep counts and calls from being stored. */
async function allSettled(endings: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(endings)) {
    if (result.status === "rejected")
      log().warn({ err: result.reason }, "a part could not be ended in order");
  }
}

const listenOnPort = (server: ReturnType<typeof createServer>) => server.listen(env().port, env().host);
