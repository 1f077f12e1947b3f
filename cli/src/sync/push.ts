import { relative } from "node:path";
import type { Context } from "../command";
import { exitCodes, Failure } from "../failure";
import { plainText } from "../terminal";
import { carryOut, type Failed, type Work } from "./carry-out";
import { printDiff } from "./diff";
import { digestOf, type Fields, fileText, type Kind } from "./entry";
import type { Step } from "./plan";
import { sidesOf } from "./pull";

export async function pushAll(kind: Kind, context: Context): Promise<number | undefined> {
  const { terminal, given, cwd } = context;
  const api = await context.api();
  const { folder, local, project, known, plan } = await sidesOf(kind, context, api);
  if (local.length === 0 && !given.is("prune")) {
    const where = relative(cwd, folder.path) || ".";
    throw new Failure("usage", `${where} has no ${kind.noun}: run fieldkit ${kind.noun} pull first.`);
  }
  const work = plan.flatMap((step) => workOf(kind, step, context));
  const conflicts = given.is("force") ? [] : plan.flatMap((step) => (step.kind === "conflict" ? step : []));
  const behind = plan.filter((step) => step.kind === "behind").length;
  for (const item of work) show(kind, item, context);
  for (const { key, why } of conflicts) {
    terminal.say(terminal.paint("yellow", `! ${plainText(key)}: ${why}`));
  }
  if (behind > 0) terminal.say(`${behind} newer in the project: run fieldkit ${kind.noun} pull.`);
  const counts = { planned: work.length, conflicts: conflicts.length, behind };
  if (given.is("check") || given.is("dry-run")) {
    const differs = plan.some((step) => step.kind !== "same");
    if (terminal.json) terminal.printJson({ ...counts, differs });
    else if (!differs) terminal.say("Files and project are the same.");
    return given.is("check") && differs ? exitCodes.failed : undefined;
  }
  if (work.length > 0 && !(await isAllowed(work.length, context))) {
    terminal.say("Nothing was changed.");
    return exitCodes.failed;
  }
  const failed = await carryOut(kind, work, context, api);
  const done = work.filter(({ step }) => !failed.some(({ key }) => key === step.key));
  const inStep = [...done.map(({ step }) => step), ...plan.filter((step) => step.kind === "same")];
  folder.keep(project, await nowKnown(known, inStep, async () => kind.read(api)));
  if (terminal.json) terminal.printJson({ ...counts, done: done.length, failed });
  else terminal.say(`${done.length} of ${work.length} done.`);
  tellFailed(failed, context);
  return failed.length > 0 || conflicts.length > 0 ? exitCodes.failed : undefined;
}

/** What is stored is what was sent, made whole: so it is read, not guessed. */
async function nowKnown(
  known: ReadonlyMap<string, string>,
  inStep: readonly Step[],
  read: () => ReturnType<Kind["read"]>,
): Promise<Map<string, string>> {
  const next = new Map(known);
  const keys = new Set(inStep.map(({ key }) => key));
  for (const key of keys) next.delete(key);
  for (const entry of await read()) if (keys.has(entry.key)) next.set(entry.key, digestOf(entry));
  return next;
}

function workOf(kind: Kind, step: Step, { given }: Context): Work[] {
  const { local, remote } = step;
  const isForced = step.kind === "conflict" && given.is("force");
  if (local && remote) return step.kind === "update" || isForced ? [{ does: "update", step }] : [];
  if (local) return step.kind === "create" || isForced ? [{ does: "create", step }] : [];
  const isGone = step.kind === "remove" || isForced;
  return remote && isGone && given.is("prune") && kind.canRemove(remote) ? [{ does: "remove", step }] : [];
}

function show(kind: Kind, { does, step }: Work, { terminal }: Context): void {
  const { local, remote } = step;
  const key = plainText(step.key);
  if (does === "create") terminal.say(terminal.paint("green", `+ ${key}`));
  if (does === "remove") terminal.say(terminal.paint("red", `- ${key}`));
  if (does !== "update" || !local || !remote) return;
  terminal.say(terminal.paint("yellow", `~ ${key}`));
  const text = (fields: Fields) => fileText(kind.toFile({ key: step.key, fields }));
  printDiff(terminal, key, text(remote.fields), text({ ...remote.fields, ...local.fields }));
}

async function isAllowed(count: number, { terminal, given }: Context): Promise<boolean> {
  if (given.is("yes")) return true;
  if (!terminal.isInteractive) {
    throw new Failure("usage", "Nobody can be asked here: say --yes, or --dry-run.");
  }
  return terminal.confirm(`Make ${count === 1 ? "this change" : `these ${count} changes`}?`);
}

function tellFailed(failed: readonly Failed[], { terminal }: Context): void {
  for (const { key, why } of failed) {
    terminal.say(terminal.paint("red", `✗ ${plainText(key)}: ${plainText(why, 400)}`));
  }
}
