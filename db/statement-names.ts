import { hash } from "node:crypto";

/** Statements that a connection may keep prepared. Each takes the server up to a hundred KiB, for every connection. */
const namesMax = 60;
/** How often a statement must have come, of how many that are counted, before it is prepared. */
const oftenEnough = 5;
const countedMax = 500;
const lengthMax = 10_000;

/**
 * Names the statements that come again and again, so that the server parses and plans each once for a connection instead
 * of every time, which is most of what a short one costs. The name follows from the text. Patterns are left out: the best
 * plan for a search depends on what is searched.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The name to send a statement with parameters under; undefined for one that is not worth it. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= namesMax) return name;
    if (text.length > lengthMax || / like /i.test(text)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < oftenEnough) {
      this.#count(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const made = `fieldkit_${hash("sha1", text, "hex")}`;
    this.#names.set(text, made);
    return made;
  }

  #count(text: string, count: number): void {
    this.#counts.delete(text);
    this.#counts.set(text, count);
    if (this.#counts.size <= countedMax) return;
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined) this.#counts.delete(oldest);
  }
}

type Config = { text: string; name?: string };
type Query = (this: unknown, config: string | Config, values?: unknown, callback?: unknown) => unknown;

/** Has a connection prepare what comes often, if `isAllowed` by then. */
export function prepareOften(
  client: { query: unknown },
  names: StatementNames,
  isAllowed: () => boolean,
): void {
  const query = client.query as Query;
  const preparing: Query = (config, values, callback) => {
    const text = typeof config === "string" ? config : config.text;
    const hasValues = Array.isArray(values) && values.length > 0;
    const name = hasValues && isAllowed() ? names.of(text) : undefined;
    if (name === undefined) return query.call(client, config, values, callback);
    return query.call(
      client,
      typeof config === "string" ? { text, name } : { ...config, name },
      values,
      callback,
    );
  };
  client.query = preparing;
}
