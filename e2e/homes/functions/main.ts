/**
 * Serves what `vercel build` made, as Vercel would: a door like the others, started by `startDoor("functions")`. Its database
 * is reached over Neon's driver, its bus over Upstash's client or, with FIELDKIT_FUNCTIONS_BUS=redis, over Redis itself.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@/db/client";
import { migrate } from "@/db/migrate";
import { keepPackages } from "@/server/keep-packages";
import { createFront } from "./front";
import { bundleInstance } from "./instances";
import { startNeonBridge } from "./neon-bridge";
import { type Closing, functionEnv, removeFolder, requireSetting, serveFront } from "./serve-front";
import { startUpstashBridge } from "./upstash-bridge";
import { readVercelBuild } from "./vercel-build";

const port = Number(requireSetting("PORT"));
const scratch = mkdtempSync(join(tmpdir(), "fieldkit-functions-"));
const closing: Closing = [removeFolder(scratch)];

const databaseUrl = requireSetting("DATABASE_URL");
// The step of a release that Vercel takes after the build.
const migrating = connect(databaseUrl);
await migrate(migrating);
await keepPackages(migrating.db);
await migrating.close();

const password = randomBytes(12).toString("hex");
const [key, cert] = certificate();
const neon = await startNeonBridge({ databaseUrl, password, key, cert });
closing.push(() => neon.stop());
const { username, pathname } = new URL(databaseUrl);

const env = {
  ...functionEnv(port),
  NODE_EXTRA_CA_CERTS: join(scratch, "cert.pem"),
  DATABASE_URL: `postgres://${username || "postgres"}:${password}@ep-local-1.eu.aws.neon.tech${pathname}`,
  DATA_DIR: join(scratch, "none"),
  ...(await busSettings()),
};
const program = await bundleInstance(scratch);
const front = createFront({
  build: readVercelBuild(requireSetting("FIELDKIT_FUNCTIONS"), env),
  origin: env.APP_URL,
  env,
  instance: { program, neonPort: neon.port },
});
await serveFront(front, port, closing);

async function busSettings(): Promise<Record<string, string>> {
  // Also for doors that are started without one: functions always have something between them.
  const redisUrl = process.env.REDIS_URL || requireSetting("FIELDKIT_TEST_REDIS_URL");
  if (process.env.FIELDKIT_FUNCTIONS_BUS === "redis") return { REDIS_URL: redisUrl };
  const token = randomBytes(12).toString("hex");
  const bridge = await startUpstashBridge({ redisUrl, token });
  closing.push(() => bridge.stop());
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
