/** The driver's error, which drizzle wraps. */
export function driverErrorOf(error: unknown): { code: string; constraint?: string } | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { code, constraint } = each as { code?: unknown; constraint?: unknown };
    if (typeof code === "string") return { code, ...(typeof constraint === "string" && { constraint }) };
  }
  return undefined;
}
