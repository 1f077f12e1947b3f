type Shown<Value> = Value extends Date ? string : Value;

/** A row with its times as the API shows them. */
export function withIsoTimes<Row extends object>(row: Row) {
  const shown = { ...row } as Record<string, unknown>;
  for (const name in shown) {
    const value = shown[name];
    if (value instanceof Date) shown[name] = value.toISOString();
  }
  return shown as { [Name in keyof Row]: Shown<Row[Name]> };
}
