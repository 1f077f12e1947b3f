type Kind = { until: number; heldBack: number; last: Write | undefined };

/** Writes a line. @param heldBack how many of its kind were held back since the last one that was written */
type Write = (heldBack: number) => void;

type Bounds = {
  /** Of each kind, one line in so many ms. */
  everyMs: number;
  /** Kinds that are told apart. While as many have had a line in this time, all others are one kind together. */
  kindsMax?: number;
  now?: () => number;
};

/**
 * Keeps what repeats from flooding the log. Of each kind the first line is written, then at most one in `everyMs`, with
 * the number of those held back. So whatever happens, at most `kindsMax` + 1 lines are written in that time.
 */
export class BoundedLines {
  readonly #kinds = new Map<string, Kind>();
  readonly #everyMs: number;
  readonly #kindsMax: number;
  readonly #now: () => number;
  #heldBack = 0;

  constructor({ everyMs, kindsMax = 1, now = Date.now }: Bounds) {
    this.#everyMs = everyMs;
    this.#kindsMax = kindsMax;
    this.#now = now;
  }

  /** How many lines were held back so far. */
  get heldBack(): number {
    return this.#heldBack;
  }

  /** Whether a line that was held back has not been counted in a line that was written. */
  get isHolding(): boolean {
    for (const { heldBack } of this.#kinds.values()) if (heldBack > 0) return true;
    return false;
  }

  /** Writes a line at once, or holds it back. */
  write(kind: string, write: Write): void {
    const known = this.#kindOf(kind);
    const now = this.#now();
    if (now < known.until) {
      known.heldBack += 1;
      known.last = write;
      this.#heldBack += 1;
      return;
    }
    const { heldBack } = known;
    Object.assign(known, { until: now + this.#everyMs, heldBack: 0, last: undefined });
    write(heldBack);
  }

  /**
   * Writes the last line of each kind that was held back for long enough, so that the end of a flood is told too.
   * @param isLast writes all of them, for the end of the process
   */
  settle(isLast = false): void {
    const now = this.#now();
    for (const [name, kind] of [...this.#kinds]) {
      if (now < kind.until && !isLast) continue;
      const { last, heldBack } = kind;
      if (last) {
        this.#heldBack -= 1;
        Object.assign(kind, { until: now + this.#everyMs, heldBack: 0, last: undefined });
        last(heldBack - 1);
      } else this.#kinds.delete(name);
    }
  }

  #kindOf(name: string): Kind {
    const known = this.#kinds.get(name);
    if (known) return known;
    if (this.#kinds.size >= this.#kindsMax) this.settle();
    const isTooMany = this.#kinds.size >= this.#kindsMax;
    const kept = isTooMany ? this.#kinds.get(otherKinds) : undefined;
    if (kept) return kept;
    const made = { until: Number.NEGATIVE_INFINITY, heldBack: 0, last: undefined };
    this.#kinds.set(isTooMany ? otherKinds : name, made);
    return made;
  }
}

const otherKinds = "\0other";
