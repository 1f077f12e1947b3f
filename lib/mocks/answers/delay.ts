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

/** The least and the most that it waits, in ms; around a median that of 98 of 100 calls. */
export function delayRange({
  delayMs,
  delayDistribution,
}: { delayMs: number } & Pick<Behaviour, "delayDistribution">): { min: number; max: number } {
  const bounded = (ms: number) => Math.min(Math.round(delayMs + ms), delayMsMax);
  if (!delayDistribution) return { min: bounded(0), max: bounded(0) };
  if (delayDistribution.type === "uniform") {
    return { min: bounded(delayDistribution.minMs), max: bounded(delayDistribution.maxMs) };
  }
  const { medianMs, sigma } = delayDistribution;
  const far = Math.exp(sigma * outermost);
  return { min: bounded(medianMs / far), max: bounded(medianMs * far) };
}

/** How many standard deviations 98 of 100 are within. */
const outermost = 2.326;
