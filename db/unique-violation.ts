/** True when a statement failed because a unique value is taken: SQLSTATE 23505, anywhere in the causes. */
export function isUniqueViolation(error: unknown): boolean {
  return driverErrorOf(error)?.code === "23505";
}

/** Name of the constraint or unique index that a statement broke. */
export function violatedConstraint(error: unknown): string | undefined {
  return driverErrorOf(error)?.constraint;
}

/** The driver's error, which drizzle wraps. */
function driverErrorOf(error: unknown): { code: string; constraint?: string } | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { code, constraint } = each as { code?: unknown; constraint?: unknown };
    if (typeof code === "string") return { code, ...(typeof constraint === "string" && { constraint }) };
  }
  return undefined;
}
