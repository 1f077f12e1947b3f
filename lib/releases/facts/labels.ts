import type { Kind } from "./kinds";

/** Labels that many projects use, including GitHub's own. The first matching pattern decides. */
const meanings: [RegExp, Kind][] = [
  [/^(dependencies|deps)$/i, "dependencies"],
  [/^(type|kind)?[:/ ]*(bug|bugfix|fix|regression|security)$/i, "fix"],
  [/^(type|kind)?[:/ ]*(enhancement|feature|feat|new feature)$/i, "feature"],
  [/^(type|kind)?[:/ ]*(performance|perf)$/i, "performance"],
  [/^(type|kind)?[:/ ]*(documentation|docs)$/i, "documentation"],
  [/^(type|kind)?[:/ ]*(chore|refactor|refactoring|maintenance|internal|ci|tests?|build)$/i, "maintenance"],
];

/** The kind that the labels of a pull request name, if any. */
export function kindBy(labels: readonly string[]): Kind | undefined {
  return meanings.find(([pattern]) => labels.some((label) => pattern.test(label.trim())))?.[1];
}

export const isBreakingBy = (labels: readonly string[]): boolean =>
  labels.some((label) => /^(semver[:-]major|(type|kind)?[:/ ]*breaking([ -]?change)?)$/i.test(label.trim()));

/** Why a pull request does not belong in the notes, if a label says so. */
export function reasonOfLabels(labels: readonly string[] = []): string | undefined {
  const label = labels.find((each) =>
    /^(ignore-for-release|(skip|no)[- ](changelog|release-?notes?))$/i.test(each.trim()),
  );
  return label && `its pull request is labelled ${label}`;
}
