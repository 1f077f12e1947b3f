/**
 * `npm start`: builds if the sources changed since the last build, then runs the bundled server. Plain JavaScript, because
 * what compiles TypeScript on the fly would stay in the server's memory, 100 MB of it.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Next, React and the build need it before their first import.
process.env.NODE_ENV = "production";
const root = fileURLToPath(new URL("..", import.meta.url));
const checked = new URL("../dist/check-build.js", import.meta.url);
// A packed Fieldkit has no sources, so there is nothing to build.
const isPacked = !existsSync(new URL("build.ts", import.meta.url));
const found = async () => (existsSync(checked) ? (await import(checked.href)).missing() : "all");
const missing = isPacked ? "nothing" : await found();
if (missing !== "nothing") {
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "server/build.ts", missing], {
    cwd: root,
    stdio: "inherit",
  });
  // An installation that can't be written to tells the commit that it was built from.
  if (status !== 0 && missing === "all") process.exit(status ?? 1);
}
await import(new URL("../dist/server.js", import.meta.url).href);
