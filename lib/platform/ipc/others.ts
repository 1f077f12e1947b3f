import { singleton } from "@/lib/platform/singleton";
import type { Topic } from "./messages";

type Others = {
  /** What the other processes of this installation on this machine answer; those that don't in time are left out. */
  ask(topic: Topic, withinMs: number): Promise<unknown[]>;
  /** What this process answers them. */
  answers: Map<Topic, () => unknown>;
};

/** The other processes of this installation on this machine. None, unless `Hub` or `Link` says so. */
export const others = (): Others =>
  singleton<Others>("other processes", () => ({ ask: async () => [], answers: new Map() }));

/** Says what this process answers the others when they ask. */
export function answerOthers(topic: Topic, answer: () => unknown): void {
  others().answers.set(topic, answer);
}

/** This process's own answer; undefined where it has none or fails to find it. */
export async function ownAnswer(topic: Topic): Promise<unknown> {
  try {
    return await others().answers.get(topic)?.();
  } catch {
    return undefined;
  }
}

/** @see Others.ask */
export const askOthers = (topic: Topic, withinMs: number): Promise<unknown[]> =>
  others().ask(topic, withinMs);
