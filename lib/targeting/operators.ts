/** Apart from what they do, so that pages that only know the contract load no more. */
export const operators = [
  ...(["equals", "in", "starts_with", "ends_with", "contains", "exists"] as const),
  ...(["less_than", "less_or_equal", "greater_than", "greater_or_equal"] as const),
  ...(["version_equals", "version_below", "version_from"] as const),
  ...(["before", "after"] as const),
];
export type Operator = (typeof operators)[number];
