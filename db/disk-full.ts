/** Whether a statement failed because the database's disk is full: SQLSTATE disk_full, anywhere in the causes. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if ((each as { code?: unknown }).code === "53100") return true;
  }
  return false;
}
