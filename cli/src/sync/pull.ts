import { relative, resolve } from "node:path";
import type { Api } from "../api";
import type { Context } from "../command";
import { counted, exitCodes, FileFailure } from "../failure";
import { plainText } from "../terminal";
import { digestOf, type FileProblem, type Kind } from "./entry";
import { Folder } from "./folder";
import { isComplete, isUnchangedHere, type Known, knownOf, planOf, type Step } from "./plan";

/** Both sides, and what differs. */
export async function sidesOf(kind: Kind, { given, cwd }: Context, api: Api) {
  const folder = new Folder(resolve(cwd, given.positionals[0] ?? kind.folder));
  const { entries: local, problems } = folder.read(kind);
  const remote = await kind.read(api);
  const project = (await api.own()).project.referenceId;
  const known = folder.known(project);
  return { folder, local, problems, project, known, remote, plan: planOf({ kind, local, remote, known }) };
}

/** Problems with files as the user names these. */
export const fileFailure = (
  problems: readonly FileProblem[],
  cwd: string,
  consequence: string,
): FileFailure =>
  new FileFailure(
    problems.map((problem) => ({ ...problem, file: relative(cwd, problem.file) })),
    consequence,
  );

export async function pullAll(kind: Kind, context: Context): Promise<number | undefined> {
  const { terminal, given, cwd } = context;
  const { folder, local, problems, project, known, plan } = await sidesOf(kind, context, await context.api());
  const described = new Set(local.map(({ file }) => file));
  // A file with problems was changed here. Most of these files still name their mock or flag.
  const unreadable = problems.filter(({ file }) => !described.has(file));
  if (unreadable.length > 0) throw fileFailure(unreadable, cwd, "No file was written.");
  const taken = new Set(local.map(({ file }) => file.toLowerCase()));
  const next = new Map<string, Known>();
  const counts = { written: 0, removed: 0, unchanged: 0 };
  const kept: string[] = [];
  const force = given.is("force");
  for (const step of plan) {
    const { key, local: here, remote: there } = step;
    const before = known.get(key);
    const does = doesOf(step, before, force);
    if (there && does === "nothing") next.set(key, knownOf(there, here ?? there));
    else if (before !== undefined && does === "keep") next.set(key, before);
    if (does === "nothing") counts.unchanged += 1;
    if (does === "keep" && here && step.kind !== "create") kept.push(relative(cwd, here.file));
    if (does === "remove" && here) {
      folder.remove(here);
      counts.removed += 1;
    }
    if (does !== "write" || !there) continue;
    const file = here?.file ?? folder.newFile(there, taken);
    taken.add(file.toLowerCase());
    const isShort = before !== undefined && !isComplete(before);
    const entry = here && isShort ? { key, fields: kind.covered(here, there) } : there;
    folder.write(kind, entry, file);
    next.set(key, knownOf(there, entry));
    counts.written += 1;
  }
  folder.keep(project, next);
  if (terminal.json) terminal.printJson({ ...counts, kept });
  else {
    const { written, removed, unchanged } = counts;
    const parts = [
      written > 0 && `${counted(written, "file")} written`,
      removed > 0 && `${removed} deleted`,
      `${unchanged} unchanged`,
    ];
    terminal.say(`${parts.filter(Boolean).join(", ")}.`);
    for (const file of kept) {
      terminal.say(
        terminal.paint(
          "yellow",
          `Kept ${plainText(file)}: it has local changes. Use --force to overwrite it.`,
        ),
      );
    }
  }
  return kept.length > 0 ? exitCodes.failed : undefined;
}

/** The steps of a pull for each file. Local changes are kept, except with `--force`. */
function doesOf({ kind, local, remote }: Step, known: Known | undefined, force: boolean) {
  if (!local) return kind === "same" ? "nothing" : "write";
  const isUnchanged = isUnchangedHere(local, known);
  if (!remote) return known !== undefined && (force || isUnchanged) ? "remove" : "keep";
  // A complete file also gets what is new in the project, such as an environment.
  const isNewer = isUnchanged && isComplete(known) && known.row !== digestOf(remote);
  if (kind === "same") return isNewer ? "write" : "nothing";
  return kind === "behind" || force ? "write" : "keep";
}
