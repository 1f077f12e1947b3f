import { setTimeout as sleep } from "node:timers/promises";
import type { Model, Question } from "@/lib/platform/ai/model";
import { ModelError } from "@/lib/platform/ai/model-error";

/** How long to wait for a model. */
export type Patience = {
  /** Ends everything at once, with the signal's reason. */
  signal: AbortSignal;
  /** When the notes have to be written in any case. */
  until: Date;
  now: () => Date;
  /** Time limit in milliseconds for one answer. */
  answerMs: number;
  /** Milliseconds before the second and the third try, unless the server asks for another pause. */
  retryMs: readonly number[];
};

/** If a server asks for a longer pause, it is not waited for, because the rules need no time. */
const waitMsMax = 90_000;
/** A model that was silent for this long will hardly be fast next time. */
const timeoutsMax = 2;

/**
 * Asks a model, and asks again after a failure that may pass, for as long as time is left.
 * @throws {ModelError} of the last try, or the reason of the signal
 */
export async function askPatiently<T>(
  model: Model,
  question: Omit<Question<T>, "signal" | "timeoutMs">,
  { signal, until, now, answerMs, retryMs }: Patience,
): Promise<T> {
  const leftMs = () => until.getTime() - now().getTime();
  for (let timeouts = 0, tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await model.ask({ ...question, signal, timeoutMs: Math.min(answerMs, Math.max(1, leftMs())) });
    } catch (error) {
      if (!(error instanceof ModelError) || !error.transient) throw error;
      if (error.reason === "timeout") timeouts += 1;
      const waitMs = error.retryAfterMs ?? retryMs[tries - 1] ?? 0;
      const isOver = tries > retryMs.length || timeouts >= timeoutsMax;
      if (isOver || waitMs > waitMsMax || waitMs >= leftMs()) throw error;
      // This rejects with an error of its own; the next round throws the signal's reason.
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
  }
}
