/** Ids of operations, each once in a document. */
export class OperationIds {
  readonly #counts = new Map<string, number>();

  /** @param texts the first that has letters makes the id; `suffix` follows it */
  make(texts: readonly string[], suffix = ""): string {
    const words = texts.map(wordsOf).find((found) => found.length > 0) ?? ["mock"];
    const [first = "", ...others] = words;
    const base = first.charAt(0).toLowerCase() + first.slice(1) + others.map(capital).join("") + suffix;
    let id = base;
    while (this.#counts.has(id)) {
      const count = (this.#counts.get(base) ?? 1) + 1;
      this.#counts.set(base, count);
      id = `${base}_${count}`;
    }
    this.#counts.set(id, 1);
    return id;
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function wordsOf(text: string): string[] {
  const words = text.slice(0, 100).match(/[A-Za-z0-9]+/g) ?? [];
  return words.some((word) => /[A-Za-z]/.test(word)) ? words : [];
}
