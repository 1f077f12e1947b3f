/** How far a piece of work is, when it was seen. */
export type Seen = { phase: string; done: number; total: number; at: number };

/** What is known of the pace of a phase. */
export type Pace = {
  /** Where it was when it was first seen with something done. */
  first: Seen;
  last: Seen;
  /** When it seems to end; null while too little is known. */
  endsAt: number | null;
  /** The seconds that are shown. */
  shown: number | null;
};

/** So long has to be watched, and so much of the rest be done, before a pace says something. */
const watchedMs = 4000;
const shareSeen = 0.05;
/** How much of a new estimate goes into the known one, each time something was done. */
const weight = 0.25;
/** More is shown than before only when it is so many times as much: small corrections would make it jump. */
const muchMore = 1.5;

/**
 * Takes notice of how far a phase is. The estimate follows the pace since the first look, smoothed; between two looks it
 * runs down with time, and what is shown comes in steps.
 */
export function paceOf(known: Pace | undefined, seen: Seen): Pace {
  const isSame =
    known !== undefined &&
    known.first.phase === seen.phase &&
    known.first.total === seen.total &&
    seen.done >= known.last.done;
  if (!isSame) return { first: seen, last: seen, endsAt: null, shown: null };
  const endsAt = seen.done > known.last.done ? estimate(known, seen) : known.endsAt;
  return { first: known.first, last: seen, endsAt, shown: shownOf(known.shown, endsAt, seen.at) };
}

function estimate({ first, endsAt }: Pace, { done, total, at }: Seen): number | null {
  const elapsed = at - first.at;
  const part = done - first.done;
  if (total <= 0 || elapsed < watchedMs || part < Math.max(2, (total - first.done) * shareSeen))
    return endsAt;
  const now = at + ((total - done) * elapsed) / part;
  return endsAt === null ? now : endsAt + weight * (now - endsAt);
}

function shownOf(before: number | null, endsAt: number | null, at: number): number | null {
  if (endsAt === null) return null;
  const seconds = stepped(Math.max(0, endsAt - at) / 1000);
  if (before === null || seconds <= before || seconds >= before * muchMore) return seconds;
  return before;
}

/** Fives below a minute, and whole minutes from there: nobody needs it more exactly, and it is not that exact. */
const stepped = (seconds: number): number =>
  seconds < 57.5 ? Math.max(5, Math.ceil(seconds / 5) * 5) : Math.max(1, Math.round(seconds / 60)) * 60;

/** The estimate in words; empty while there is none. */
export function timeLeftText(shown: number | null): string {
  if (shown === null) return "";
  return shown < 60 ? `about ${shown} s left` : `about ${shown / 60} min left`;
}
