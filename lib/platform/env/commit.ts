/** Where builders and platforms say which commit they build; the first one that is set counts. */
const namesOfCommit = ["SOURCE_COMMIT", "VERCEL_GIT_COMMIT_SHA", "GITHUB_SHA", "CI_COMMIT_SHA"];

/** The commit that the environment of a build names, or null. */
export function commitOfEnvironment(source: Record<string, string | undefined> = process.env): string | null {
  const named = namesOfCommit.map((name) => source[name]?.trim()).find(Boolean);
  return named && /^[0-9a-f]{7,64}$/i.test(named) ? named.toLowerCase() : null;
}

/**
 * The commit that a build has put in place of this variable, empty if it found none. Undefined where sources run as
 * they are.
 */
export function bakedCommit(): string | undefined {
  return process.env.FIELDKIT_COMMIT;
}
