/**
 * `npm start`: builds if the sources changed since the last build, then runs the bundled server. Kept small, because
 * it runs through tsx at every start.
 */
import { pathToFileURL } from "node:url";
import { build } from "./build";
import { bundleFile, isBuilt } from "./build-stamp";

// Next, React and the build need it before their first import.
Object.assign(process.env, { NODE_ENV: "production" });
if (!isBuilt()) {
  process.stdout.write("Building, which takes about a minute the first time…\n");
  await build();
}
await import(pathToFileURL(bundleFile("server.js")).href);
