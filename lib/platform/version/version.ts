import { version } from "../../../package.json";
import { bakedCommit } from "../env/commit";
import { lazily } from "../singleton";
import { findCommit } from "./find-commit";

/** Which Fieldkit this is: the version of its package, and the commit it was built from or null if nobody knew. */
export type Version = { version: string; commit: string | null };

/** The same for the life of a process. Only sources that run as they are, without a build, are asked for their commit. */
export const ownVersion = lazily<Version>(() => {
  const baked = bakedCommit();
  return { version, commit: baked === undefined ? findCommit(process.cwd()) : baked || null };
});

/** For people: `0.1.0 (45b13b8a52e0)`. */
export function versionText({ version, commit }: Version = ownVersion()): string {
  return commit ? `${version} (${commit.slice(0, 12)})` : version;
}
