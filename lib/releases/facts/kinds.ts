/** Kinds of changes as readers of release notes see them, in the order of the notes' sections. */
export const kinds = [
  "feature",
  "fix",
  "performance",
  "change",
  "removal",
  "documentation",
  "dependencies",
  "maintenance",
] as const;
export type Kind = (typeof kinds)[number];

export const sectionTitles: Record<Kind, string> = {
  feature: "New",
  fix: "Fixed",
  performance: "Faster",
  change: "Changed",
  removal: "Removed",
  documentation: "Documentation",
  dependencies: "Dependencies",
  maintenance: "Maintenance",
};

const conventional: Record<string, Kind> = {
  feat: "feature",
  feature: "feature",
  add: "feature",
  fix: "fix",
  bugfix: "fix",
  hotfix: "fix",
  security: "fix",
  perf: "performance",
  revert: "change",
  change: "change",
  improvement: "change",
  enhancement: "change",
  remove: "removal",
  deprecate: "removal",
  docs: "documentation",
  doc: "documentation",
  deps: "dependencies",
  refactor: "maintenance",
  style: "maintenance",
  test: "maintenance",
  tests: "maintenance",
  build: "maintenance",
  ci: "maintenance",
  chore: "maintenance",
  release: "maintenance",
  wip: "maintenance",
};

/** The kind for the type of a conventional commit, such as `feat` or `fix`; undefined for other words. */
export function kindOfType(type: string, scope: string | null): Kind | undefined {
  const kind = Object.hasOwn(conventional, type.toLowerCase()) ? conventional[type.toLowerCase()] : undefined;
  const isDependency = kind === "maintenance" && /^(dev-)?deps?(-dev)?$/i.test(scope ?? "");
  return isDependency ? "dependencies" : kind;
}

/** First words of subjects that follow no convention. The first matching pattern decides. */
const wording: [RegExp, Kind][] = [
  [/^(bump|upgrade|update|pin)\b.*\b(from v?\d|to v?\d|dependenc|deps\b)/i, "dependencies"],
  [/\b(typo|readme|changelog|docs?|documentation|docstrings?|comments?)\b/i, "documentation"],
  [
    /^(re)?(test|refactor|clean|lint|format|reformat|simplify|tidy|reorganise|reorganize|ci|build|bump version|release|prepare|merge|wip)\w*\b/i,
    "maintenance",
  ],
  [
    /\b(flaky|unit tests?|test suite|test cases?|ci|lint(er|ing)?|eslint|prettier|github actions?)\b/i,
    "maintenance",
  ],
  [/^(add|introduc|implement|support|allow|enabl|creat|provid|expos|new)\w*\b/i, "feature"],
  [
    /^(hot)?(fix|resolv|correct|prevent|avoid|handl|repair|restor|ensur|guard|don'?t|do not|stop)\w*\b/i,
    "fix",
  ],
  [/\b(fix(es|ed)?|bug|crash(es)?|regression|leak|race|deadlock|vulnerab\w*|cve-\d+)\b/i, "fix"],
  [/^(speed|optimi[sz]|accelerat|cache)\w*\b|\b(faster|performance|speed up|slow)\b/i, "performance"],
  [/^(remov|drop|delet|deprecat)\w*\b/i, "removal"],
];

/** The kind that a subject in plain words suggests. */
export function kindOfWording(subject: string): Kind {
  return wording.find(([pattern]) => pattern.test(subject))?.[1] ?? "change";
}
