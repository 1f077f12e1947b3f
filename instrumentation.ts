/**
 * Runs once when a Next server starts: opens and migrates the database before the first request, connects the
 * bus, and takes what Next can't take.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [
    { startDatabase },
    { hasOwnServer, interceptBeforeNext },
    { bus },
    { env },
    { startObserving },
    { takeBuiltPrograms },
  ] = await Promise.all([
    import("@/db/database"),
    import("@/lib/api/before-next"),
    import("@/lib/platform/bus/bus"),
    import("@/lib/platform/env/env"),
    import("@/lib/platform/observe/start-observing"),
    import("@/lib/platform/workers/program-file"),
  ]);
  await startObserving();
  // The HTTP server of a function is the platform's, which has its own limits.
  if (!env().isServerless) interceptBeforeNext(env(), { isDev: process.env.NODE_ENV === "development" });
  bus();
  // Inside our own server, which has said so before, this changes nothing.
  takeBuiltPrograms();
  // A function opens its database with the first request that needs it, and says then what is wrong with it.
  if (env().isServerless) return;
  await startDatabase();
  if (hasOwnServer()) return;
  const { keepTimeOfSchedules } = await import("@/lib/api/scheduled-changes");
  keepTimeOfSchedules();
  const { keepTimeOfDeliveries } = await import("@/lib/webhooks/forwarding/worker");
  keepTimeOfDeliveries({ alone: false });
  const { keepTimeOfReleaseDeliveries } = await import("@/lib/releases/webhooks/worker");
  keepTimeOfReleaseDeliveries({ alone: false });
}
