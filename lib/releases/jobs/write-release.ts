import type { StoredCommit, StoredProgress } from "@/db/schema/releases";
import { configuredModel } from "@/lib/platform/ai/model";
import type { ProjectTokens } from "@/lib/platform/forges/forge";
import { type Change, type Facts, factsOf } from "../facts/changes";
import { internalKinds, kinds } from "../facts/kinds";
import { pagesOf } from "../facts/links";
import { renderNotes, sectionsByRules } from "../facts/render";
import { type ReleaseRow, titleOf } from "../notes/to-release";
import type { ReleaseSettingsRow } from "../settings/read-settings";
import type { Draft } from "../writing/assemble";
import type { Audience } from "../writing/prompt";
import { type Checkpoints, writeNotes } from "../writing/write-notes";
import { countedModel } from "./counted-model";
import { deadlineMs } from "./lease";
import { NotesError } from "./notes-error";
import { readRepositories } from "./read-repositories";

export type ReleaseToWrite = Pick<
  ReleaseRow,
  "title" | "revision" | "repoUrls" | "ranges" | "fromDate" | "toDate" | "deadlineAt"
>;
export type WritingSettings = Pick<ReleaseSettingsRow, "audience"> & {
  tokens: ProjectTokens;
  /** Whether what is asked of other servers is reported for traces. */
  isTraced?: boolean;
};

type Surroundings = {
  settings: WritingSettings;
  now: () => Date;
  signal: AbortSignal;
  checkpoints: Checkpoints;
  /** Counts a question to the model; false when the project may ask no more today. */
  mayAskModel(): Promise<boolean>;
  progress(next: StoredProgress): Promise<void>;
};

export type Written = Pick<ReleaseRow, "ranges" | "fromDate" | "toDate"> & {
  title: string;
  content: string;
  commitCount: number;
  commits: StoredCommit[];
  generatedBy: string;
  warning: string | null;
};

/** How much of a generation's time is left when the model is no longer asked. */
const reserveMs = 20_000;
const answerMs = 120_000;
const retryMs = [2000, 8000];

/**
 * Reads a release's commits and writes its notes: with a model if one is configured, otherwise by rules. Runs in a
 * worker thread, because both grow with what a repository contains.
 * @throws {CommitsError}, {NotesError} for a range without commits, or the reason of the signal
 */
export async function writeRelease(release: ReleaseToWrite, surroundings: Surroundings): Promise<Written> {
  const { settings, signal, progress } = surroundings;
  const { repositories, tags, ...range } = await readRepositories(release, {
    tokens: settings.tokens,
    signal,
    progress,
  });
  const facts = factsOf(repositories);
  if (facts.commits.length === 0) throw new NotesError(nothingIn(range));
  const { audience } = settings;
  const showsAll = audience === "developers";
  const shown = showsAll
    ? facts.changes
    : facts.changes
        .filter(({ kind, isBreaking }) => isBreaking || !internalKinds.has(kind))
        // Users look for what is new, not for what it was made of.
        .map((change) => ({ ...change, details: [] }));
  const draft = await draftOf(release, { shown, facts, audience }, surroundings);
  await progress({ phase: "checking", done: shown.length, total: shown.length });
  const plain = repositories.filter(({ hasPages }) => hasPages === false);
  const unlinked = new Set(plain.map(({ repoUrl }) => repoUrl));
  const commits = storedCommits(facts, shown, { leftOut: draft.leftOut, unlinked });
  return {
    // A title that somebody chose is kept.
    title: release.revision === 0 ? titleOf(range, tags) : release.title,
    ...range,
    content: renderNotes(draft.notes, shown, unlinked),
    commitCount: commits.filter(({ leftOut }) => leftOut === null).length,
    commits,
    generatedBy: draft.generatedBy,
    warning: draft.warning,
  };
}

/** What to do when nothing was found. */
function nothingIn({ ranges }: Pick<ReleaseRow, "ranges">): string {
  if (!ranges)
    return "There are no commits in this range. Choose other dates, or another branch: address#branch.";
  const between = ranges.map(({ resolved }) => `${resolved?.from ?? "the last tag"} and ${resolved?.to}`);
  return `There are no commits between ${between.slice(0, 3).join(", or between ")}. Choose other tags, branches or commits.`;
}

type Task = { shown: Change[]; facts: Facts; audience: Audience };

async function draftOf(
  { deadlineAt }: ReleaseToWrite,
  { shown, facts, audience }: Task,
  { now, signal, checkpoints, progress, mayAskModel }: Surroundings,
): Promise<Draft> {
  const model = configuredModel();
  const showsAll = audience === "developers";
  if (!model) {
    await progress({ phase: "writing", done: 0, total: shown.length });
    const notes = { summary: "", sections: sectionsByRules(shown, showsAll) };
    return { notes, leftOut: new Map(), generatedBy: "rules", warning: null };
  }
  const until = new Date((deadlineAt?.getTime() ?? now().getTime() + deadlineMs) - reserveMs);
  return writeNotes(shown, facts.commits, {
    model: countedModel(model, mayAskModel),
    audience,
    sections: kinds.filter((kind) => showsAll || !internalKinds.has(kind)),
    patience: { signal, until, now, answerMs, retryMs },
    checkpoints,
    progress: (done, total) => progress({ phase: "writing", done, total }),
  });
}

function storedCommits(
  { commits, changes }: Facts,
  shown: readonly Change[],
  { leftOut: omitted, unlinked }: Pick<Draft, "leftOut"> & { unlinked: ReadonlySet<string> },
): StoredCommit[] {
  const named = new Set(shown.filter(({ id }) => !omitted.has(id)).flatMap(shasOf));
  const reasons = new Map(
    changes.flatMap((change) => shasOf(change).map((sha) => [sha, omitted.get(change.id)] as const)),
  );
  return commits.map(({ repoUrl, sha, commit, leftOut }) => ({
    sha,
    repoUrl,
    subject: (commit.message.split("\n", 1)[0] ?? "").replace(/\p{Cc}/gu, " ").slice(0, 300),
    author: commit.author.name.slice(0, 200),
    url: unlinked.has(repoUrl) ? null : pagesOf(repoUrl).commit(sha),
    leftOut: leftOut ?? (named.has(sha) ? null : (reasons.get(sha) ?? unnoticed)),
  }));
}

const shasOf = ({ commits }: Change) => commits.map(({ sha }) => sha);
const unnoticed = "nothing that users notice; the settings can include it";
