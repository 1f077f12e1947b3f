type Timestamps = { createdAt: Date; updatedAt: Date };

/** A row with its timestamps as the API shows them. */
export function withIsoTimestamps<Row extends Timestamps>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
