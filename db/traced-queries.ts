import { beginPart, failureOf, isTracing, type SpanNote } from "@/lib/platform/trace/trace";

type Query = (...given: unknown[]) => unknown;
type Client = { query: Query };
type Pool = { on(event: "connect", listener: (client: object) => void): unknown };

/** Where traces are wanted, makes the queries on a pool's connections parts of the work that they are done for. */
export function traceQueries(pool: object): void {
  if (!isTracing()) return;
  (pool as Pool).on("connect", (client) => traceClient(client as Client));
}

function traceClient(client: Client): void {
  const { query } = client;
  client.query = function queryTraced(this: unknown, ...given: unknown[]) {
    const span = beginPart(() => noteOf(given[0]));
    if (!span) return query.apply(this ?? client, given);
    const last = given.at(-1);
    if (typeof last === "function") {
      const told = (error: unknown, ...rest: unknown[]) => {
        span.end(error ? failureOf(error) : undefined);
        last(error, ...rest);
      };
      return query.apply(this ?? client, [...given.slice(0, -1), told]);
    }
    const result = query.apply(this ?? client, given);
    if (result instanceof Promise)
      result.then(
        () => span.end(),
        (error) => span.end(failureOf(error)),
      );
    else span.end();
    return result;
  };
}

const textMax = 1000;

/** A statement with its placeholders. Values that stand in the text itself are left out. */
function noteOf(query: unknown): SpanNote {
  const given = typeof query === "string" ? query : (query as { text?: unknown } | undefined)?.text;
  const text = typeof given === "string" ? withoutLiterals(given).slice(0, textMax) : "";
  const [operation = "query"] = /^\s*\w+/.exec(text) ?? [];
  return {
    name: operation.trim().toLowerCase(),
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.query.text": text },
  };
}

/** Exported for its test. */
export function withoutLiterals(text: string): string {
  return text.replace(/'(?:[^']|'')*('|$)/g, "?").replace(/(?<![\w$"])\d+(?:\.\d+)?\b/g, "?");
}
