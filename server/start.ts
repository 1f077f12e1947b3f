/**
 * `npm start`: builds if the sources changed since the last build, then runs the bundled server. Kept small, because
 * it runs through tsx at every start.
 */
import { pathToFileURL } from "node:url";
import { findCommit } from "@/lib/platform/version/find-commit";
import { build, renewCommit } from "./build";
import { builtCommit, bundleFile, isBuilt, projectRoot } from "./build-stamp";

// Next, React and the build need it before their first import.
Object.assign(process.env, { NODE_ENV: "production" });
if (!isBuilt()) {
  process.stdout.write("Building, which takes about a minute the first time…\n");
  await build();
} else {
  const commit = findCommit(projectRoot);
  // An installation that can't be written to tells the commit that it was built from.
  if (commit !== null && commit !== builtCommit()) await renewCommit(commit).catch(() => {});
}
await import(pathToFileURL(bundleFile("server.js")).href);
