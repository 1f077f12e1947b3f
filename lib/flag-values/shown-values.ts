import { type StoredValues, valuesOf } from "./stored-values";

/** A flag's row with its values as the API shows them; those of a boolean flag are true and false. */
export function withShownValues<Row extends Pick<StoredValues, "values">>({ values, ...row }: Row) {
  const { on: onValue, off: offValue } = valuesOf({ values });
  return { ...row, onValue, offValue };
}
