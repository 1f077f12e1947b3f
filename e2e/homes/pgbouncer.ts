import { spawn } from "node:child_process";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runVitest } from "../check/run-command";
import { type Counts, sumOf } from "../check/steps";
import { apiSuite, endingWith, onScratch } from "../check/suites";
import { endedWithinMs } from "../door";
import { freePort } from "../free-port";
import { hasEnded, waitFor } from "../processes";

/** A user who owns nothing: PgBouncer does not run as root. */
const nobody = 65_534;

/** The server where a session of Postgres is lent out for a transaction: starts at the same moment, and the API suite. */
export async function pooledHome(databaseUrl: string): Promise<Counts> {
  const own = await runVitest(["--project", "homes", "e2e/homes/pgbouncer.test.ts"], { label: "pgbouncer" });
  const api = await onScratch(databaseUrl, async ({ DATABASE_URL = "" }) => {
    const pooler = await startPgBouncer(DATABASE_URL);
    return endingWith(pooler, "pgbouncer", () => apiSuite("server", { DATABASE_URL: pooler.url }));
  });
  return sumOf([own, api]);
}

/** PgBouncer as Debian has it, in transaction mode and with few connections, in front of a Postgres that asks no password. */
export async function startPgBouncer(databaseUrl: string) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "fieldkit-pgbouncer-"));
  const { hostname, port: behind, username } = new URL(databaseUrl);
  const [settings, users] = [join(folder, "pgbouncer.ini"), join(folder, "users.txt")];
  await writeFile(users, `"${username || "postgres"}" ""\n`);
  await writeFile(
    settings,
    settingsFor({ port, users, upstream: `host=${hostname} port=${behind || 5432}` }),
  );
  const becomes =
    process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
  if (becomes.length > 0) for (const path of [folder, settings, users]) await chown(path, nobody, nobody);
  await chmod(folder, 0o700);
  const [program = "pgbouncer", ...args] = [...becomes, "pgbouncer", settings];
  const output: string[] = [];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  child.on("error", (error) => output.push(`${program} can't be started: ${error.message}\n`));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  }
  const log = () => output.join("").slice(-20_000);
  const stop = async () => {
    // Its second one: the first waits for those who are connected.
    for (const signal of ["SIGINT", "SIGTERM"] as const) if (!hasEnded(child)) child.kill(signal);
    if (!(await waitFor(() => hasEnded(child), endedWithinMs))) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  };
  const ready = await waitFor(() => hasEnded(child) || log().includes("process up"), 30_000);
  if (!ready || hasEnded(child)) {
    await stop();
    throw new Error(`PgBouncer did not start.\n${log()}`);
  }
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, log, stop };
}

/** As a distribution's own, apart from the place of the files and the mode. */
const settingsFor = ({ port, users, upstream }: { port: number; users: string; upstream: string }) => `
[databases]
* = ${upstream}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 12
max_client_conn = 500
`;
