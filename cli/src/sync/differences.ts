import { relative } from "node:path";
import type { Context } from "../command";
import { counted } from "../failure";
import { plainText } from "../terminal";
import { printDiff } from "./diff";
import { type Fields, fileText, type Kind } from "./entry";
import type { Work } from "./execute";
import type { Step } from "./plan";

/** How files and project differ in one entry, for people and scripts. */
export type Difference = {
  key: string;
  /**
   * `newer`: only the project changed, or the entry was deleted there. `extra`: its file is gone, and `--prune` deletes it.
   * `kept`: its file is gone, and no push deletes it.
   */
  change: "create" | "update" | "delete" | "newer" | "extra" | "kept" | "conflict";
  file?: string;
  /** The fields that a push would change. */
  fields?: string[];
  why?: string;
};

export function differencesOf(
  kind: Kind,
  plan: readonly Step[],
  work: readonly Work[],
  { cwd }: Context,
): Difference[] {
  const doing = new Map(work.map(({ step, does }) => [step.key, does]));
  return plan.flatMap((step): Difference[] => {
    if (step.kind === "same") return [];
    const { key, local, remote } = step;
    const does = doing.get(key);
    const file = local ? { file: relative(cwd, local.file) } : {};
    if (does === "update" && local && remote) {
      return [{ key, change: "update", ...file, fields: Object.keys(kind.changed(local, remote)) }];
    }
    if (does) return [{ key, change: does === "remove" ? "delete" : "create", ...file }];
    if (step.kind === "conflict") return [{ key, change: "conflict", ...file, why: step.why }];
    if (step.kind !== "remove" || !remote) return [{ key, change: "newer", ...file }];
    return [{ key, change: kind.canRemove(remote) ? "extra" : "kept" }];
  });
}

/** Shows the changes of a push, and the differences that it leaves. */
export function showDifferences(
  kind: Kind,
  differences: readonly Difference[],
  steps: readonly Step[],
  { terminal }: Context,
): void {
  const plan = new Map(steps.map((step) => [step.key, step]));
  for (const { key: name, change, why } of differences) {
    const key = plainText(name);
    const step = plan.get(name);
    if (change === "create") terminal.say(terminal.paint("green", `+ ${key}`));
    if (change === "delete") terminal.say(terminal.paint("red", `- ${key}`));
    if (change === "conflict") terminal.say(terminal.paint("yellow", `! ${key} ${why}`));
    if (change === "newer") {
      const how = plan.get(name)?.remote ? "is newer" : "was deleted";
      terminal.say(terminal.paint("yellow", `< ${key} ${how} in the project`));
    }
    if (change === "extra" || change === "kept")
      terminal.say(terminal.paint("yellow", `? ${key} has no file`));
    if (change !== "update" || !step?.local || !step.remote) continue;
    terminal.say(terminal.paint("yellow", `~ ${key}`));
    const text = (fields: Fields) => fileText(kind.toFile({ key: name, fields }));
    const { local, remote } = step;
    printDiff(terminal, key, text(remote.fields), text({ ...remote.fields, ...local.fields }));
  }
}

/** How to resolve the differences that a push leaves, a sentence for each kind of them. */
export function advice(kind: Kind, differences: readonly Difference[]): string[] {
  const { noun } = kind;
  const sentences: [Difference["change"], string][] = [
    ["newer", `newer in the project. Run fieldkit ${noun} pull.`],
    ["extra", `without a file. Run fieldkit ${noun} pull to restore it, or push with --prune to delete it.`],
    ["kept", `without a file. Run fieldkit ${noun} pull to restore it, or delete it in the dashboard.`],
    ["conflict", `in conflict. Run fieldkit ${noun} pull --force or push --force to select a side.`],
  ];
  return sentences.flatMap(([change, text]) => {
    const found = differences.filter((each) => each.change === change).length;
    return found > 0 ? [`${counted(found, noun.slice(0, -1))} ${text}`] : [];
  });
}
