import { confirmHeader } from "@/lib/operations/operation";
import type { Api } from "../api";
import type { Context } from "../command";
import { Failure, messageOf } from "../failure";
import type { Headers, Kind } from "./entry";
import type { Step } from "./plan";

export type Work = { does: "create" | "update" | "remove"; step: Step };
export type Failed = {
  key: string;
  /** Undefined for a deletion, which has no file. */
  file?: string | undefined;
  why: string;
};
export type Outcome = {
  done: number;
  failed: Failed[];
  /** Why the rest wasn't tried: no change can succeed after it. */
  fatal?: Failure | undefined;
};

/** Makes the changes. A refused one is tried again after the others, because it may depend on them. */
export async function execute(
  kind: Kind,
  work: readonly Work[],
  { terminal, given }: Context,
  api: Api,
): Promise<Outcome> {
  const confirmed = given.text("confirm");
  const headers: Headers = confirmed === undefined ? {} : { [confirmHeader]: confirmed };
  let left = work;
  let done = 0;
  for (;;) {
    const why = new Map<Work, string>();
    for (const item of left) {
      try {
        await doOne(kind, item, api, headers);
        done += 1;
        terminal.progress(`${done} of ${work.length}`);
      } catch (error) {
        if (isFatal(error)) {
          terminal.progressDone();
          return { done, failed: failedOf(why), fatal: error };
        }
        why.set(item, messageOf(error));
      }
    }
    if (why.size === 0 || why.size === left.length) {
      terminal.progressDone();
      return { done, failed: failedOf(why) };
    }
    left = [...why.keys()];
  }
}

const failedOf = (why: ReadonlyMap<Work, string>): Failed[] =>
  [...why].map(([{ step }, reason]) => ({ ...namesOf(step), why: reason }));

/** A change as a failure names it. */
export const namesOf = ({ key, local }: Step) => ({ key, file: local?.file });

const isFatal = (error: unknown): error is Failure =>
  error instanceof Failure && ["refused", "unreachable", "interrupted"].includes(error.kind);

async function doOne(kind: Kind, { does, step }: Work, api: Api, headers: Headers): Promise<void> {
  const { local, remote } = step;
  if (does === "create" && local) await kind.create(api, local, headers);
  if (does === "update" && local && remote) await kind.update(api, local, remote, headers);
  if (does === "remove" && remote) await kind.remove(api, remote, headers);
}
