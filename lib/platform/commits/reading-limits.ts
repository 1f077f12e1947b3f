import { CommitsError } from "./commits-error";

const mebibyte = 1024 * 1024;

/**
 * What one reading of a repository may take in all, however many packs it needs. A pack of some kilobytes can unpack
 * to any size, so each of these is a sum.
 */
export const readingLimits = {
  /** Bytes from the network. */
  received: 64 * mebibyte,
  /** Objects in packs, wanted or not. */
  objects: 500_000,
  /** Bytes unpacked or built from deltas, including those of objects that are not wanted. */
  unpacked: 1024 * mebibyte,
  /** Bytes of commits, and of deltas that may become some, which stay in memory. */
  held: 128 * mebibyte,
} as const;

/** What an object in memory takes besides its bytes. */
export const heldObjectBytes = 512;

/** A single commit, or delta to one. Real ones have a few hundred bytes. */
export const commitBytesMax = mebibyte;

/** How many deltas may build on one another. Git itself never makes longer chains. */
export const deltaChainMax = 4095;

export type Sum = keyof typeof readingLimits;

/** Keeps the sums of one reading. */
export class ReadingBudget {
  readonly #left: Record<Sum, number>;

  /** @param limits other than the real ones only in tests: to reach those takes seconds */
  constructor(private readonly limits: Readonly<Record<Sum, number>> = readingLimits) {
    this.#left = { ...limits };
  }

  /** @throws {CommitsError} `too_large`, before the limit is passed */
  spend(sum: Sum, amount: number): void {
    if (amount > this.#left[sum]) throw tooLarge();
    this.#left[sum] -= amount;
  }

  left(sum: Sum): number {
    return this.#left[sum];
  }

  /** For tests of how work grows. */
  spent(sum: Sum): number {
    return this.limits[sum] - this.#left[sum];
  }
}

export const tooLarge = () =>
  new CommitsError(
    "too_large",
    "The repository's history in this range is too large to read. Choose a shorter range.",
  );
