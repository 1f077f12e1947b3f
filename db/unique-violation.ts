import { driverErrorOf } from "./driver-error";

/** True when a statement failed because a unique value is taken: SQLSTATE 23505, anywhere in the causes. */
export function isUniqueViolation(error: unknown): boolean {
  return driverErrorOf(error)?.code === "23505";
}

/** Name of the constraint or unique index that a statement broke. */
export function violatedConstraint(error: unknown): string | undefined {
  return driverErrorOf(error)?.constraint;
}
