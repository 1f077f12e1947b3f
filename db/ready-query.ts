import { SQL } from "drizzle-orm";

/** A query whose text is known already, for those that are asked so often that making it costs more than its answer. */
export class ReadyQuery extends SQL {
  readonly #query: ReturnType<SQL["toQuery"]>;

  /** @param text with `$1`, `$2`, … for the parameters */
  constructor(text: string, params: unknown[]) {
    super([]);
    this.#query = { sql: text, params };
  }

  override toQuery() {
    return this.#query;
  }
}
