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

/** Kinds that users of the product do not notice. */
export const internalKinds: ReadonlySet<Kind> = new Set(["documentation", "dependencies", "maintenance"]);

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
  typo: "documentation",
  example: "documentation",
  examples: "documentation",
  website: "documentation",
  deps: "dependencies",
  bump: "dependencies",
  refactor: "maintenance",
  cleanup: "maintenance",
  style: "maintenance",
  lint: "maintenance",
  fmt: "maintenance",
  test: "maintenance",
  tests: "maintenance",
  build: "maintenance",
  ci: "maintenance",
  chore: "maintenance",
  release: "maintenance",
  wip: "maintenance",
};

const aboutDependencies = /^(dev-)?deps?(-dev)?$/i;
/** Parts of a project that nobody gets who uses it. */
const internalScope =
  /^(ci|cd|tests?|testing|spec|e2e|lint|linter|eslint|clippy|fmt|format|prettier|rubocop|workflows?|gha|github|codecov|build|release|dev|internal)$/i;

/** The kind for the type of a conventional commit, such as `feat` or `fix`; undefined for other words. */
export function kindOfType(type: string, scope: string | null): Kind | undefined {
  const kind = Object.hasOwn(conventional, type.toLowerCase()) ? conventional[type.toLowerCase()] : undefined;
  if (kind === undefined || scope === null) return kind;
  if (kind === "maintenance" && aboutDependencies.test(scope)) return "dependencies";
  return internalScope.test(scope) ? "maintenance" : kind;
}

/** Whether a scope by itself says that the change is about the project and not about what it makes. */
export const isInternalScope = (scope: string): boolean => internalScope.test(scope);

/** Tests, formatting and automation, in whatever words and of whatever type. */
const internalWork: RegExp[] = [
  /\b(flaky|flappy|(unit|integration|regression|e2e|miri) tests?|test ?suites?|test cases?|test fixtures?|tests? (for|of|on)|test[-_]\w+|\w+_test|miri)\b/i,
  /(?<!a\/b )\btests\b(?! (?:with|that|which|page|view|tab)\b)/i,
  /\b(lint(s|er|ing|ed)?|eslint|prettier|rubocop|clippy|rustfmt|gofmt|mypy|black (argument|option|version)s?|code ?style|formatting|devcontainers?)\b/i,
  // In capitals: a product may have "ci" in the name of anything.
  /\bCI\b/,
  /\b(github actions?|ci (jobs?|runs?|build|matrix|pipeline)|(ci|release|test|build|triage|review) workflows?|codecov|codeclimate|code coverage|codeowners|dependabot|(pr )?labeler|issue templates?|git ?ignore|appveyor|travis|(macos|windows|ubuntu)-(\d+|latest))\b/i,
  /\b(npm provenance|strict(FunctionTypes|NullChecks)|tsconfig|lock ?files?|yarn catalogs?|use yarn)\b/i,
  /\bTest[A-Z]\w+/,
  /^fix(ed)? (some |more |all |compiler )?warnings?$/i,
];

/** Whether plain words, or those behind the type of a conventional commit, are about such work. */
export function isInternalWork(title: string): boolean {
  const plain = withoutCode(title);
  return internalWork.some((pattern) => pattern.test(plain));
}

/** Without names in code: a linter's rules are about linting, and its fixes are not. */
const withoutCode = (title: string): string =>
  title.replace(/`[^`]*`/g, "`…`").replace(/\b[\w:]+\/[A-Z]\w+/g, "…");

/** First words of subjects that follow no convention. The first matching pattern decides. */
const wording: [RegExp, Kind][] = [
  [
    /^(bump|upgrade|update|pin|relax|lock)\b.*\b(from v?\d|to v?\d|version constraint|dependenc|deps\b|lock ?file)/i,
    "dependencies",
  ],
  [
    /^bump\b|\.lock\b|\b(version|temporary) pins?\b|^(gemfile|package\.json|cargo\.toml|go\.mod|pyproject\.toml)\b/i,
    "dependencies",
  ],
  [
    /\b(typos?|readme|changelog|docs?|documentation|docstrings?|comments?|spelling|grammar|tutorials?|sponsor\w*|release post|third[- ]party packages|broken links?|code (blocks?|samples?)|examples?|(security|contributing|governance)\.md)\b|\.(md|markdown|rst|adoc)\b/i,
    "documentation",
  ],
  [/^(document|explain|mention|describe)\w*\b/i, "documentation"],
  [
    /^(re)?(tests?|refactor|clean|lint|format|simplif|tidy|reorganise|reorganize|ci|build|bump version|release|prepare|merge|wip|dedup|deduplicate|modernise|modernize|internal)\w*\b| - (code )?clean-?up\b/i,
    "maintenance",
  ],
  [
    /^(move|moving|renam|extract|inlin|split|replac|us(e|ing)\b|convert|switch)\w*\b.*(\.\w{1,4}\b|\/\w|\b(functions?|modules?|variables?|class(es)?|methods?|helpers?|constants?|types?|files?|internals?|imports?|generics?)\b)/i,
    "maintenance",
  ],
  [/^(update|change|edit|modify) `?[\w./-]+\.\w{1,4}`?(?: \(|$)/i, "maintenance"],
  // Names in code that take the place of others are seen by nobody else.
  [/^renam\w* `[^`]+` (->|→|to|into|as) `/i, "maintenance"],
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
  // A revert is of the kind of what it takes back, but nothing new.
  const [, reverted] = /^revert:? "(.+)"/i.exec(subject) ?? [];
  if (reverted) return internalKinds.has(kindOfWording(reverted)) ? kindOfWording(reverted) : "change";
  if (isInternalWork(subject)) return "maintenance";
  const kind = wording.find(([pattern]) => pattern.test(subject))?.[1] ?? "change";
  // Whoever skips the tests did not touch what they are about.
  return /\[(ci skip|skip ci)\]/i.test(subject) && !internalKinds.has(kind) ? "maintenance" : kind;
}

/** The kind of changes that their authors call chores, by their words. */
export const kindOfChore = (title: string): Kind =>
  /^(bump|upgrade|update|pin)\b.*(\bto v?\d|\bdep(s|endenc\w*)\b|@)/i.test(title)
    ? "dependencies"
    : "maintenance";
