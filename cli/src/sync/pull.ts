import { relative, resolve } from "node:path";
import type { Api } from "../api";
import type { Context } from "../command";
import { exitCodes } from "../failure";
import { plainText } from "../terminal";
import { digestOf, type Kind } from "./entry";
import { Folder } from "./folder";
import { planOf, type Step } from "./plan";

/** Both sides, and what differs. */
export async function sidesOf(kind: Kind, { given, cwd }: Context, api: Api) {
  const folder = new Folder(resolve(cwd, given.positionals[0] ?? kind.folder));
  const local = folder.read(kind);
  const remote = await kind.read(api);
  const project = (await api.own()).project.referenceId;
  const known = folder.known(project);
  return { folder, local, project, known, remote, plan: planOf({ kind, local, remote, known }) };
}

export async function pullAll(kind: Kind, context: Context): Promise<number | undefined> {
  const { terminal, given, cwd } = context;
  const { folder, local, project, known, plan } = await sidesOf(kind, context, await context.api());
  const taken = new Set(local.map(({ file }) => file.toLowerCase()));
  const next = new Map<string, string>();
  const counts = { written: 0, removed: 0, unchanged: 0 };
  const kept: string[] = [];
  for (const step of plan) {
    const { key, local: here, remote: there } = step;
    const before = known.get(key);
    const does = doesOf(step, before, given.is("force"));
    if (there && (does === "write" || does === "nothing")) next.set(key, digestOf(there));
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
    folder.write(kind, there, file);
    counts.written += 1;
  }
  folder.keep(project, next);
  if (terminal.json) terminal.printJson({ ...counts, kept });
  else {
    terminal.say(`${counts.written} written, ${counts.unchanged} as they were, ${counts.removed} deleted.`);
    for (const file of kept)
      terminal.say(terminal.paint("yellow", `Changed here and kept: ${plainText(file)}`));
  }
  return kept.length > 0 ? exitCodes.failed : undefined;
}

/** What a pull does with a file. What was changed here is kept, unless somebody wants it overwritten. */
function doesOf({ kind, local, remote }: Step, known: string | undefined, force: boolean) {
  if (kind === "same") return "nothing";
  if (!local) return "write";
  if (!remote) return known !== undefined && (force || known === digestOf(local)) ? "remove" : "keep";
  return kind === "behind" || force ? "write" : "keep";
}
