import { invalid } from "@/lib/operations/read-body";
import { roundedPercentage } from "./contract";

/** A rollout as a request says it; `named` is how the percentage is called there. */
type Given<P> = {
  named: "rollout" | "defaultPercentage";
  percentage?: P | undefined;
  rolloutBasisPoints?: number | null | undefined;
};
type Stored<P> = { percentage?: P | number; rolloutBasisPoints?: number | null };

/**
 * What a request's rollout is stored as: a percentage ends the basis points of before, and those come with the percentage
 * that they are rounded. Empty if it names neither.
 * @throws {AppError} `invalid_request` where both are given and say different things
 */
export function storedRollout<P extends number | null>(given: Given<P>): Stored<P> {
  const { named, percentage, rolloutBasisPoints } = given;
  if (typeof rolloutBasisPoints === "number") {
    const rounded = roundedPercentage(rolloutBasisPoints);
    if (percentage !== undefined && percentage !== rounded) throw contradiction(named, rounded);
    return { percentage: rounded, rolloutBasisPoints };
  }
  if (percentage !== undefined) return { percentage, rolloutBasisPoints: null };
  return rolloutBasisPoints === null ? { rolloutBasisPoints } : {};
}

const contradiction = (named: string, rounded: number) =>
  invalid([
    {
      path: "rolloutBasisPoints",
      message: `contradicts ${named}, which would be ${rounded}: send only one of them`,
    },
  ]);

/**
 * Small steps that end must leave a percentage: the one beside them is only these rounded.
 * @throws {AppError} `invalid_request`
 */
export function requirePercentage(
  given: Pick<Given<number | null>, "named" | "percentage" | "rolloutBasisPoints">,
  stored: { rolloutBasisPoints: number | null },
): void {
  const { named, percentage, rolloutBasisPoints } = given;
  if (rolloutBasisPoints !== null || percentage !== undefined || stored.rolloutBasisPoints === null) return;
  throw invalid([
    { path: "rolloutBasisPoints", message: `needs ${named} beside it, which then counts instead` },
  ]);
}

/** The same for something new, which goes to everybody if nothing is said. */
export function newRollout(given: Given<number>): { percentage: number; rolloutBasisPoints: number | null } {
  return { percentage: 100, rolloutBasisPoints: null, ...storedRollout(given) };
}
