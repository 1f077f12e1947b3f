/**
 * A line in which names take turns: of each, items come by order of arrival, and nobody gets the next turn by bringing
 * more. A name may stand for a line of further names, and shares its turns among them.
 */
export class Rounds<T> {
  /** Those before `#next` are taken. To move all of many after each would cost their square. */
  readonly #items: (T | undefined)[] = [];
  #next = 0;
  readonly #lines = new Map<string, Rounds<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param names from the outermost to the innermost; as many for every item */
  add(item: T, [name, ...inner]: readonly string[]): void {
    this.#size += 1;
    if (name === undefined) {
      this.#items.push(item);
      return;
    }
    const line = this.#lines.get(name) ?? new Rounds<T>();
    line.add(item, inner);
    this.#lines.set(name, line);
  }

  /** Takes the next item out; undefined if there is none. */
  take(): T | undefined {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    const [first] = this.#lines;
    if (!first) return this.#takeItem();
    const [name, line] = first;
    const item = line.take();
    this.#lines.delete(name);
    if (line.size > 0) this.#lines.set(name, line);
    return item;
  }

  #takeItem(): T | undefined {
    const item = this.#items[this.#next];
    this.#items[this.#next] = undefined;
    this.#next += 1;
    if (2 * this.#next > this.#items.length) {
      this.#items.splice(0, this.#next);
      this.#next = 0;
    }
    return item;
  }
}
