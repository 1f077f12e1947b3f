/**
 * Serves what `vercel build` made, as Vercel would: a door like the others, started by `startDoor("functions")`. Its database
 * is reached over Neon's driver, its bus over Upstash's client or, with FIELDKIT_FUNCTIONS_BUS=redis, over Redis itself.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@/db/client";
import { migrate } from "@/db/migrate";
import { layOutFunctions } from "./folders";
import { createFront } from "./front";
import { bundleInstance } from "./instances";
import { startNeonBridge } from "./neon-bridge";
import { startUpstashBridge } from "./upstash-bridge";

const setting = (name: string) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be set`);
  return value;
};

const project = setting("FIELDKIT_FUNCTIONS");
const port = Number(setting("PORT"));
const scratch = mkdtempSync(join(tmpdir(), "fieldkit-functions-"));
const closing: (() => Promise<unknown>)[] = [async () => rmSync(scratch, { recursive: true, force: true })];

const databaseUrl = setting("DATABASE_URL");
// The step of a release that Vercel takes after the build.
const migrating = connect(databaseUrl);
await migrate(migrating);
await migrating.close();

const password = randomBytes(12).toString("hex");
const [key, cert] = certificate();
const neon = await startNeonBridge({ databaseUrl, password, key, cert });
closing.unshift(() => neon.stop());
const { username, pathname } = new URL(databaseUrl);

const env: NodeJS.ProcessEnv = {
  ...process.env,
  VERCEL: "1",
  VERCEL_ENV: "production",
  NODE_ENV: "production",
  NODE_EXTRA_CA_CERTS: join(scratch, "cert.pem"),
  DATABASE_URL: `postgres://${username || "postgres"}:${password}@ep-local-1.eu.aws.neon.tech${pathname}`,
  AUTH_SECRET: process.env.AUTH_SECRET || "a secret of thirty-two characters",
  APP_URL: process.env.APP_URL || `http://localhost:${port}`,
  MOCK_DOMAIN: process.env.MOCK_DOMAIN || `mock.localhost:${port}`,
  PORT: "",
  DATA_DIR: join(scratch, "none"),
  ...(await busSettings()),
};
const folders = join(project, "folders");
const output = join(project, ".vercel", "output");
const program = await bundleInstance(scratch);
const front = createFront({
  output,
  functions: layOutFunctions(output, project, folders),
  origin: env.APP_URL ?? "",
  env,
  instance: { program, neonPort: neon.port },
});
closing.unshift(() => front.stop());
front.server.listen(port);
await once(front.server, "listening");
process.stdout.write(`Functions are served at ${env.APP_URL}\n`);

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, async () => {
    front.server.close();
    front.server.closeAllConnections();
    for (const close of closing) await close().catch((error: unknown) => process.stderr.write(`${error}\n`));
    process.exit(0);
  });
}

async function busSettings(): Promise<Record<string, string>> {
  // Also for doors that are started without one: functions always have something between them.
  const redisUrl = process.env.REDIS_URL || setting("FIELDKIT_TEST_REDIS_URL");
  if (process.env.FIELDKIT_FUNCTIONS_BUS === "redis") return { REDIS_URL: redisUrl };
  const token = randomBytes(12).toString("hex");
  const bridge = await startUpstashBridge({ redisUrl, token });
  closing.unshift(() => bridge.stop());
  return { REDIS_URL: "", UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: token };
}

/** For Neon's hosts, signed by itself, and trusted by the functions only. */
function certificate(): [string, string] {
  const [keyFile, certFile] = [join(scratch, "key.pem"), join(scratch, "cert.pem")];
  execFileSync(
    "openssl",
    [
      ...[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
      ],
      ...["-keyout", keyFile, "-out", certFile, "-subj", "/CN=neon.tech"],
      ...["-addext", "subjectAltName=DNS:*.eu.aws.neon.tech"],
    ],
    { stdio: "ignore" },
  );
  return [readFileSync(keyFile, "utf8"), readFileSync(certFile, "utf8")];
}
