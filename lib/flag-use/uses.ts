import { quickDb } from "@/db/database";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { EveryMinute } from "@/lib/platform/process/every-minute";
import { settledWithin } from "@/lib/platform/process/settled-within";
import { lazily, singleton } from "@/lib/platform/singleton";
import { type AnswerList, type CountedAnswer, type Place, type Tally, UseCounts } from "./use-counts";
import { writeUses } from "./write-uses";

/** Answers that one statement stores, because an embedded database does nothing else meanwhile. */
const batchMax = 500;
/** How long storing may go on, in ms; what is left waits for the next time. */
const flushMs = 10_000;
/** How long the end of a process waits for that, in ms. */
const endMs = 5000;

/** The answers of a list, and those that are others instead. */
export type ListUse = { list: AnswerList; others: Uint32Array };

type Uses = { counts: UseCounts; storing: EveryMinute; last: Promise<void> };

const uses = lazily(() =>
  singleton<Uses>("flag uses", () => ({
    counts: new UseCounts({ talliesMax: 50_000, projectTalliesMax: 10_000, listedMax: 50_000 }),
    storing: new EveryMinute(flushUses),
    last: Promise.resolve(),
  })),
);

/**
 * Counts an answer that a flag gave. Only of flags that exist: what strangers make up must not take memory.
 * @param count how often it was given
 */
export function countAnswer(place: Place, answer: CountedAnswer, count = 1): void {
  const here = uses();
  const now = Date.now();
  here.counts.add(place, answer, now, count);
  here.storing.see(now);
}

/** Counts the answers of many flags. */
export function countAnswers(place: Place, given: readonly { counted: CountedAnswer }[]): void {
  const here = uses();
  const now = Date.now();
  here.counts.addAll(place, given, now);
  here.storing.see(now);
}

/** Counts the answers of all flags of a list, which are always the same but for some. */
export function countList(place: Place, { list, others }: ListUse): void {
  const here = uses();
  const now = Date.now();
  here.counts.addList(place, list, others, now);
  here.storing.see(now);
}

/** What this process has counted and not stored. */
export const usesHere = (): UseCounts => uses().counts;

/** Stores what was counted until now. Never throws: what could not be stored is kept. */
export function flushUses(): Promise<void> {
  const here = uses();
  here.last = here.last.then(() => store(here.counts));
  return here.last;
}

/** The same before a process ends, and not for longer than an end may take. */
export async function flushUsesAtEnd(): Promise<void> {
  await settledWithin(flushUses(), endMs);
}

const complain = rarely();

async function store(counts: UseCounts): Promise<void> {
  if (counts.size === 0) return;
  const until = Date.now() + flushMs;
  const taken = counts.take();
  let at = 0;
  try {
    // Over connections whose statements are given up early: they are short.
    for (; at < taken.length && Date.now() < until; at += batchMax) {
      await storeBatch(counts, taken.slice(at, at + batchMax));
    }
  } catch (err) {
    complain((heldBack) =>
      log().warn({ err, heldBack }, "counts of flags could not be stored; they are kept and tried again"),
    );
  }
  counts.putBack(taken.slice(at));
  const { dropped } = counts;
  if (dropped === 0) return;
  counts.dropped = 0;
  log().warn({ dropped }, "answers of flags were not counted, because too many counts wait to be stored");
}

async function storeBatch(counts: UseCounts, batch: readonly Tally[]): Promise<void> {
  const fates = await writeUses(quickDb(), batch);
  const isHeld = ({ use }: Tally) => fates.get(use.projectId) === "held";
  counts.leave(batch.filter((each) => !isHeld(each)));
  counts.putBack(batch.filter(isHeld));
}
