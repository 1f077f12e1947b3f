import { confirmHeader } from "@/lib/operations/operation";
import type { Api } from "../api";
import type { Context } from "../command";
import { Failure, messageOf } from "../failure";
import type { Headers, Kind } from "./entry";
import type { Step } from "./plan";

export type Work = { does: "create" | "update" | "remove"; step: Step };
export type Failed = { key: string; why: string };

/** Makes the changes. What is refused because it needs something that comes later is tried again once that is there. */
export async function carryOut(
  kind: Kind,
  work: readonly Work[],
  { terminal, given, ended }: Context,
  api: Api,
): Promise<Failed[]> {
  const confirmed = given.text("confirm");
  const headers: Headers = confirmed === undefined ? {} : { [confirmHeader]: confirmed };
  let left = work;
  let why = new Map<Work, string>();
  let fatal: string | undefined;
  let done = 0;
  const attempt = async (item: Work) => {
    if (fatal !== undefined || ended.aborted) return why.set(item, fatal ?? "it was interrupted");
    try {
      await doOne(kind, item, api, headers);
      done += 1;
      terminal.progress(`${done} of ${work.length}`);
    } catch (error) {
      why.set(item, messageOf(error));
      // The next one would fare no better.
      if (error instanceof Failure && (error.kind === "refused" || error.kind === "unreachable")) {
        fatal = messageOf(error);
      }
    }
    return undefined;
  };
  for (;;) {
    why = new Map();
    for (const item of left) await attempt(item);
    const isStuck = why.size === 0 || why.size === left.length || fatal !== undefined || ended.aborted;
    if (isStuck) break;
    left = [...why.keys()];
  }
  terminal.progressDone();
  return [...why].map(([{ step }, reason]) => ({ key: step.key, why: reason }));
}

async function doOne(kind: Kind, { does, step }: Work, api: Api, headers: Headers): Promise<void> {
  const { local, remote } = step;
  if (does === "create" && local) await kind.create(api, local, headers);
  if (does === "update" && local && remote) await kind.update(api, local, remote, headers);
  if (does === "remove" && remote) await kind.remove(api, remote, headers);
}
