type Shown<Value> = Value extends Date ? string : Value;

/** A row with its times as the API shows them. */
export function withIsoTimes<Row extends object>(row: Row) {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as { [Name in keyof Row]: Shown<Row[Name]> };
}
