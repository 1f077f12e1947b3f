const causesMax = 5;

/**
 * What makes two lines of the log the same: level and message, and the types and codes of the error and of its causes.
 * @param args as they were given to a method of the logger
 */
export function kindOfLine(level: number, args: readonly unknown[]): string {
  const [first, second] = args;
  const message = typeof first === "string" ? first : typeof second === "string" ? second : "";
  return `${level} ${message}${kindOfError(errorIn(first))}`;
}

function errorIn(fields: unknown): unknown {
  if (fields instanceof Error || typeof fields !== "object" || fields === null) return fields;
  return (fields as { err?: unknown }).err;
}

function kindOfError(error: unknown): string {
  let kind = "";
  for (let each = error, depth = 0; each instanceof Error && depth < causesMax; depth += 1) {
    const { code, name, cause } = each as Error & { code?: unknown };
    kind += ` ${name === "Error" ? each.constructor.name : name} ${typeof code === "string" ? code : ""}`;
    each = cause;
  }
  return kind;
}
