/** What the log shows of an error. */
export type ErrorFields = {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  stack?: string;
  cause?: ErrorFields;
};

const depthMax = 5;

/**
 * An error without the data that people sent. Drivers put parameters into messages, details and extra properties, so
 * only these fields are kept, and texts are cut where a statement follows or something is quoted after a colon.
 */
export function errorFields(error: unknown, depth = 1): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error" };
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown };
  return {
    type: error.name === "Error" ? error.constructor.name : error.name,
    message: withoutValues(error.message),
    ...(typeof code === "string" && { code }),
    ...(typeof constraint === "string" && { constraint }),
    ...framesOf(error),
    ...(cause !== undefined && depth < depthMax && { cause: errorFields(cause, depth + 1) }),
  };
}

/** drizzle: `Failed query: … params: a,b`. Postgres: `invalid input syntax for type uuid: "a"`. */
function withoutValues(message: string): string {
  return message.replace(/\nparams: [\s\S]*$/, "").replace(/: "[\s\S]*"/, ': "…"');
}

/** The stack without its message, which comes first and might itself look like frames. */
function framesOf({ stack = "", message }: Error): { stack?: string } {
  const at = stack.indexOf(message);
  return at === -1 ? {} : { stack: stack.slice(at + message.length).trim() };
}
