/** One line for the operator of whatever went wrong. Mistakes in our own code keep their place. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  // Node's own errors have codes: an unknown option is a TypeError, too.
  return isBug && !("code" in error) ? (error.stack ?? error.message) : error.message;
}
