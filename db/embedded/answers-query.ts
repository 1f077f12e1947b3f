import pg from "pg";

/** Resolves when the database answered a query; rejects after `timeoutMs` or on an error. */
export async function answersQuery(url: string, timeoutMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A connection that breaks rejects the call below as well.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    client.end().catch(() => {});
  }
}
