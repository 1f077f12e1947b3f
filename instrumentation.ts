/**
 * Runs once when a Next server starts: opens and migrates the database before the first request, and
 * connects the bus.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ startDatabase }, { bus }] = await Promise.all([
    import("@/db/database"),
    import("@/lib/platform/bus/bus"),
  ]);
  bus();
  await startDatabase();
}
