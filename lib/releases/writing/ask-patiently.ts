import { setTimeout as sleep } from "node:timers/promises";
import type { Model, Question } from "@/lib/platform/ai/model";
import { ModelError } from "@/lib/platform/ai/model-error";

/** How long a model is waited for. */
export type Patience = {
  /** Ends everything at once; the reason is thrown. */
  signal: AbortSignal;
  /** When the notes have to be written, however. */
  until: Date;
  now: () => Date;
  /** Milliseconds for one answer. */
  answerMs: number;
  /** Milliseconds before the second and the third try, unless the server names a time. */
  retryMs: readonly number[];
};

/** A server that asks for more is not waited for: the rules are there at once. */
const waitMsMax = 90_000;
/** A model that was silent for so long will hardly be quick next time. */
const timeoutsMax = 2;

/**
 * Asks a model, and again after a failure that may pass, as long as time is left.
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
      // Rejects with an error of its own; the next turn throws the signal's reason.
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
  }
}
