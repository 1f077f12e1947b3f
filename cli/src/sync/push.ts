import { relative } from "node:path";
import type { Api } from "../api";
import type { Context } from "../command";
import { counted, exitCodes, Failure, usage } from "../failure";
import { plainText } from "../terminal";
import { advice, type Difference, differencesOf, showDifferences } from "./differences";
import type { FileProblem, Kind, LocalEntry, RemoteEntry } from "./entry";
import { execute, type Failed, namesOf, type Work } from "./execute";
import { isUnchangedHere, type Known, knownOf, planOf, type Step } from "./plan";
import { fileFailure, sidesOf } from "./pull";

export async function pushAll(kind: Kind, context: Context): Promise<number | undefined> {
  const { terminal, given, cwd } = context;
  const api = await context.api();
  const sides = await sidesOf(kind, context, api);
  const { folder, local, plan } = sides;
  if (local.length === 0 && sides.problems.length === 0 && !given.is("prune")) {
    const where = relative(cwd, folder.path) || "This folder";
    const pull = [`fieldkit ${kind.noun} pull`, ...given.positionals].join(" ");
    throw new Failure("failed", `${plainText(where)} has no ${kind.noun}. Run ${pull} first.`);
  }
  const work = plan.flatMap((step) => workOf(kind, step, context));
  const problems = [...sides.problems, ...(await changeProblems(kind, api, work, sides))];
  if (problems.length > 0) throw fileFailure(problems, cwd, "Nothing was changed.");
  const differences = differencesOf(kind, plan, work, context);
  showDifferences(kind, differences, plan, context);
  if (given.is("check") || given.is("dry-run")) return preview(kind, differences, work, context);
  await requireConfirmed(kind, api, work, context);
  if (work.length > 0 && !(await isAllowed(work.length, context))) {
    terminal.say("Nothing was changed.");
    return exitCodes.failed;
  }
  const { done, failed, fatal } = await execute(kind, work, context, api);
  if (fatal) {
    // The next push finds what was changed equal on both sides, and records it.
    terminal.say(`${done} of ${counted(work.length, "change")} made.`);
    throw fatal;
  }
  return finish({ kind, context, api, sides, work, failed });
}

type PushSides = Awaited<ReturnType<typeof sidesOf>>;

/** Problems that the project would report, without those of places that the files' own problems name. */
async function changeProblems(kind: Kind, api: Api, work: readonly Work[], sides: PushSides) {
  const { local, remote, problems } = sides;
  const changes = work.flatMap(({ step }) =>
    step.local ? [{ local: step.local, remote: step.remote }] : [],
  );
  const found = await kind.check(api, changes, { local, remote });
  return found.filter((each) => !problems.some((other) => isCovered(each, other)));
}

const isCovered = (found: FileProblem, { file, path }: FileProblem) =>
  found.file === file &&
  (path === "" || `${found.path}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${found.path}.`));

/** @throws {Failure} before the first change, because the API would refuse some of them */
async function requireConfirmed(kind: Kind, api: Api, work: readonly Work[], { given }: Context) {
  if (work.length === 0) return;
  const keys = await kind.protected(
    api,
    work.map(({ step: { local, remote } }) => ({ ...(local && { local }), ...(remote && { remote }) })),
  );
  const named = (given.text("confirm") ?? "").split(",").map((key) => key.trim().toLowerCase());
  if (keys.every((key) => named.includes(key.toLowerCase()))) return;
  const which = `${keys.join(", ")}, which ${keys.length > 1 ? "are" : "is"} protected`;
  const how = `Add --confirm ${keys.join(",")}.`;
  throw new Failure("failed", `These changes affect ${which}. ${how} Nothing was changed.`);
}

function preview(
  kind: Kind,
  differences: readonly Difference[],
  work: readonly Work[],
  { terminal, given }: Context,
): number | undefined {
  const differs = differences.length > 0;
  if (terminal.json) terminal.printJson({ ...countsOf(differences, work), differs, differences });
  else if (!differs) terminal.say("Files and project are the same.");
  for (const sentence of advice(kind, differences)) terminal.say(sentence);
  return given.is("check") && differs ? exitCodes.failed : undefined;
}

const countsOf = (differences: readonly Difference[], work: readonly Work[]) => ({
  planned: work.length,
  conflicts: differences.filter(({ change }) => change === "conflict").length,
  behind: differences.filter(({ change }) => change === "newer").length,
});

type Finished = {
  kind: Kind;
  context: Context;
  api: Api;
  sides: PushSides;
  work: readonly Work[];
  failed: readonly Failed[];
};

/** Reads the project again and reports the differences that are left. The API may have stored other values. */
async function finish({ kind, context, api, sides, work, failed }: Finished): Promise<number | undefined> {
  const { terminal } = context;
  const { folder, local, project, known } = sides;
  const remote = await kind.read(api);
  const next = nowKnown({ kind, known, local, remote });
  folder.keep(project, next);
  const plan = planOf({ kind, local, remote, known: next });
  const left = differencesOf(kind, plan, [], context);
  const refused = new Set(failed.map(({ key }) => key));
  const unequal = work.flatMap(({ step }): Failed[] =>
    !refused.has(step.key) && left.some((each) => each.key === step.key)
      ? [{ ...namesOf(step), why: "is stored differently from the file. Run a pull to compare." }]
      : [],
  );
  const all = [...failed, ...unequal].map(({ file, ...each }) => ({
    ...each,
    ...(file !== undefined && { file: relative(context.cwd, file) }),
  }));
  const done = work.length - all.length;
  const others = left.filter(({ key }) => !all.some((each) => each.key === key));
  if (terminal.json) {
    terminal.printJson({ ...countsOf(others, work), done, failed: all, left: others });
  } else {
    for (const { key, file, why } of all) {
      const where = file === undefined ? "" : ` (${plainText(file)})`;
      terminal.say(terminal.paint("red", `✗ ${plainText(key)}${where}: ${plainText(why, 400)}`));
    }
    for (const sentence of advice(kind, others)) terminal.say(sentence);
    terminal.say(summaryOf({ done, failed: all.length, left: others.length }));
  }
  return all.length > 0 || others.some(({ change }) => change === "conflict") ? exitCodes.failed : undefined;
}

function summaryOf({ done, failed, left }: { done: number; failed: number; left: number }): string {
  if (failed > 0) return `${counted(done, "change")} made, ${failed} failed.`;
  if (left > 0) return `${counted(done, "change")} made, ${counted(left, "difference")} left.`;
  return done === 0 ? "Done: there was nothing to change." : `Done: ${counted(done, "change")} made.`;
}

/** The states that files and project share now. */
function nowKnown(sides: {
  kind: Kind;
  known: ReadonlyMap<string, Known>;
  local: readonly LocalEntry[];
  remote: readonly RemoteEntry[];
}): ReadonlyMap<string, Known> {
  const next = new Map(sides.known);
  for (const { key, local, remote, kind } of planOf(sides)) {
    if (kind !== "same" || !local || !remote) continue;
    // An unchanged file stays one that a pull keeps complete.
    if (!isUnchangedHere(local, sides.known.get(key))) next.set(key, knownOf(remote, local));
  }
  const there = new Set([...sides.local, ...sides.remote].map(({ key }) => key));
  for (const key of sides.known.keys()) if (!there.has(key)) next.delete(key);
  return next;
}

function workOf(kind: Kind, step: Step, { given }: Context): Work[] {
  const { local, remote } = step;
  const isForced = given.is("force") && (step.kind === "conflict" || (step.kind === "behind" && local));
  if (local && remote) return step.kind === "update" || isForced ? [{ does: "update", step }] : [];
  if (local) return step.kind === "create" || isForced ? [{ does: "create", step }] : [];
  const isGone = step.kind === "remove" || isForced;
  return remote && isGone && given.is("prune") && kind.canRemove(remote) ? [{ does: "remove", step }] : [];
}

async function isAllowed(count: number, { terminal, given }: Context): Promise<boolean> {
  if (given.is("yes")) return true;
  if (!terminal.isInteractive) {
    throw usage(
      "A push asks before it changes anything, which needs a terminal. Use --yes, or --dry-run to preview.",
    );
  }
  return terminal.confirm(`Make ${count === 1 ? "this change" : `these ${count} changes`}?`);
}
