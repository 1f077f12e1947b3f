/**
 * `npm run sidecar`: runs the bundled relay of the last build. Where that is missing or older than the sources, it bundles
 * the relay alone, in about a second. Plain JavaScript, because what compiles TypeScript on the fly would stay in memory.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const checked = new URL("../dist/check-build.js", import.meta.url);
// A packed Fieldkit has no sources, so there is nothing to bundle.
const isPacked = !existsSync(new URL("main.ts", import.meta.url));
const isBuilt = isPacked || (existsSync(checked) && (await import(checked.href)).missing() === "nothing");
if (!isBuilt) {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const args = ["--import", "tsx", "server/build.ts", "sidecar"];
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
await import(new URL(isBuilt ? "../dist/sidecar.js" : "../dist/alone/sidecar.js", import.meta.url).href);
