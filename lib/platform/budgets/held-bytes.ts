import { env } from "@/lib/platform/env/env";
import { lazily, singleton } from "../singleton";
import { bodies } from "./budgets";

type Limits = { totalMax: number; perHolderMax: number };

/** Counts the bytes of bodies that are in memory, in all and for each client address. */
export class HeldBytes {
  readonly #limits: Limits;
  readonly #byHolder = new Map<string, number>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** The share of one body. @param holder a client address; undefined if it is unknown, which has no limit of its own */
  open(holder: string | undefined): HeldBody {
    let held = 0;
    return {
      grow: (bytes) => {
        const own = (holder === undefined ? 0 : (this.#byHolder.get(holder) ?? 0)) + bytes;
        if (this.#total + bytes > this.#limits.totalMax) return "total";
        if (holder !== undefined && own > this.#limits.perHolderMax) return "holder";
        this.#total += bytes;
        held += bytes;
        if (holder !== undefined) this.#byHolder.set(holder, own);
        return undefined;
      },
      release: () => {
        this.#total -= held;
        if (holder !== undefined) {
          const own = (this.#byHolder.get(holder) ?? 0) - held;
          if (own > 0) this.#byHolder.set(holder, own);
          else this.#byHolder.delete(holder);
        }
        held = 0;
      },
    };
  }
}

export type HeldBody = {
  /** Counts more bytes, unless they exceed a limit: that of all, or that of the holder. */
  grow(bytes: number): "total" | "holder" | undefined;
  /** Gives everything back. May be called again. */
  release(): void;
};

/** The bodies of this process, which has its share of what all workers may hold. */
export const heldBodies = lazily(() =>
  singleton("held bodies", () => {
    const { workers, captureMaxBytes } = env();
    const { heldBytesMax, heldBytesPerAddress } = bodies;
    // However small the share, the largest body has to fit.
    const perHolderMax = Math.max(heldBytesPerAddress / workers, captureMaxBytes, bodies.formBytesMax);
    return new HeldBytes({ totalMax: Math.max(heldBytesMax / workers, perHolderMax), perHolderMax });
  }),
);
