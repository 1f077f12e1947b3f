/** No connection to the database could be had. The name is what tells it, because each bundle has its own class. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
}

const connectionCodes = /^(ECONN|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EAI_)/;
const connectionMessages = /Connection terminated|is not queryable|timeout exceeded when trying to connect/i;
/**
 * Postgres ends the session, has no room for another, takes no writes (a standby that took over), or cannot use its
 * files.
 */
const sqlStates = /^(08...|57P0.|53300|25P03|25006|58...|XX00[12])$/;

/** A statement took longer than it may, waited for a lock longer than it may, or two waited for each other. */
const tooSlowStates = /^(57014|55P03|40P01)$/;

/** Whether Postgres says by this code that it is ending or has only begun, or that the connection is broken. */
export const isShuttingDown = (code: string): boolean => /^(08...|57P0.)$/.test(code);

/** Whether an error says that the database took too long for one statement. */
export function isDatabaseTooSlow(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { code } = each as { code?: unknown };
    if (typeof code === "string" && tooSlowStates.test(code)) return true;
  }
  return false;
}

/**
 * Whether an error says that the database is away. An error of a connection counts only where a query or the pool
 * reports it: everybody's sockets break with the same codes, those of callers who hang up among them.
 */
export function isDatabaseAway(error: unknown): boolean {
  let isFromDatabase = false;
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { code, query, params } = each as { code?: unknown; query?: unknown; params?: unknown };
    if (each.name === "DatabaseUnreachable") return true;
    if (typeof code === "string" && sqlStates.test(code)) return true;
    // Drizzle's error of a query, around the driver's.
    isFromDatabase ||= typeof query === "string" && Array.isArray(params);
    const isOfConnection =
      (typeof code === "string" && connectionCodes.test(code)) || connectionMessages.test(each.message);
    if (isFromDatabase && isOfConnection) return true;
  }
  return false;
}
