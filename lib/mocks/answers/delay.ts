import type { Behaviour } from "./contract";

/** The longest wait of an answer, whatever chance says, in ms. */
const delayMsMax = 30_000;

/**
 * How long an answer waits, in ms.
 * @param random gives numbers from 0 up to 1, without 1
 */
export function delayOf(
  { delayMs, delayDistribution }: { delayMs: number } & Pick<Behaviour, "delayDistribution">,
  random: () => number,
): number {
  return Math.min(delayMs + byChance(delayDistribution, random), delayMsMax);
}

function byChance(distribution: Behaviour["delayDistribution"], random: () => number): number {
  if (!distribution) return 0;
  if (distribution.type === "uniform") {
    const { minMs, maxMs } = distribution;
    return minMs + Math.floor(random() * (maxMs - minMs + 1));
  }
  return Math.round(distribution.medianMs * Math.exp(distribution.sigma * normal(random)));
}

/** A number of the standard normal distribution (Box and Muller, 1958). */
function normal(random: () => number): number {
  // Without 0, whose logarithm is none.
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}
