import { findCommit } from "@/lib/platform/version/find-commit";
import { builtCommit, isBuilt, projectRoot } from "./build-stamp";

/** What has to be built before the server can start: everything, or only what tells the commit of the same sources. */
export function missing(): "all" | "commit" | "nothing" {
  if (!isBuilt()) return "all";
  const commit = findCommit(projectRoot);
  return commit !== null && commit !== builtCommit() ? "commit" : "nothing";
}
