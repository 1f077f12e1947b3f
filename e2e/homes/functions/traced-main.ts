/**
 * Serves the last `npm run build` as a platform for functions would, without its tools: `startDoor("functions")` where nothing
 * was built for Vercel. It has an embedded database, and the bus of functions over what speaks as Upstash does.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@/db/client";
import { startEmbedded } from "@/db/embedded/supervisor";
import { migrate } from "@/db/migrate";
import { startUpstashServer } from "@/lib/platform/bus/fixtures/upstash-server";
import { keepPackages } from "@/server/keep-packages";
import { createFront } from "./front";
import { bundleInstance } from "./instances";
import { type Closing, functionEnv, removeFolder, requireSetting, serveFront } from "./serve-front";
import { readTracedBuild } from "./traced-build";

const port = Number(requireSetting("PORT"));
const scratch = mkdtempSync(join(tmpdir(), "fieldkit-functions-"));
const closing: Closing = [removeFolder(scratch)];

const log = {
  info: () => {},
  warn: (message: string) => process.stderr.write(`${message}\n`),
  error: (message: string) => process.stderr.write(`${message}\n`),
};
const database = await startEmbedded({ dataDir: requireSetting("DATA_DIR"), log });
closing.push(() => database.stop());
// Functions never migrate.
const migrating = connect(database.url, { canPrepare: true });
await migrate(migrating);
await keepPackages(migrating.db);
await migrating.close();

const token = "token-of-this-run";
const bus = await startUpstashServer(token);
closing.push(() => bus.stop());

const env = {
  ...functionEnv(port),
  DATABASE_URL: database.url,
  DATA_DIR: join(scratch, "none"),
  REDIS_URL: "",
  UPSTASH_REDIS_REST_URL: bus.url,
  UPSTASH_REDIS_REST_TOKEN: token,
};
// The middleware runs in this process.
Object.assign(process.env, env);
const front = createFront({
  build: readTracedBuild(join(scratch, "function")),
  origin: env.APP_URL,
  env,
  instance: { program: await bundleInstance(scratch), neonPort: 0 },
});
await serveFront(front, port, closing);
