import { type FlagType, type FlagValue, typeProblem } from "@/lib/flag-values/contract";
import { storedRollout } from "@/lib/flag-values/stored-rollout";
import { invalid } from "@/lib/operations/read-body";

type Given = {
  enabled?: boolean | null | undefined;
  rollout?: number | null | undefined;
  rolloutBasisPoints?: number | null | undefined;
  value?: FlagValue | null | undefined;
};

/**
 * The columns that a request changes; absent fields keep their value.
 * @throws {AppError} `invalid_request` for a value of another type than the flag's
 */
export function overrideColumns({ enabled, rollout, rolloutBasisPoints, value }: Given, type: FlagType) {
  const { percentage, ...steps } = storedRollout({
    named: "rollout",
    percentage: rollout,
    rolloutBasisPoints,
  });
  const message = value !== undefined && value !== null ? valueProblem(value, type) : undefined;
  if (message) throw invalid([{ path: "value", message }]);
  return {
    ...(enabled !== undefined && { enabled }),
    ...(percentage !== undefined && { rollout: percentage }),
    ...steps,
    ...(value !== undefined && { value: value === null ? null : { is: value } }),
  };
}

const valueProblem = (value: FlagValue, type: FlagType) =>
  type === "boolean" ? "is for flags of other types: a boolean one has `enabled`" : typeProblem(value, type);
