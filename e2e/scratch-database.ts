import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** Creates an empty database beside the given one; `drop` removes it with whatever is still connected. */
export async function createScratchDatabase(adminUrl: string) {
  const name = `fieldkit_test_${randomBytes(6).toString("hex")}`;
  await runSql(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    drop: () => runSql(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
