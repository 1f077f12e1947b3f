import { CountedAnswer } from "@/lib/flag-use/use-counts";
import type { FlagSnapshot } from "./decision";

/** By a flag, which lives for as long as nothing of it changes. */
const known = new WeakMap<FlagSnapshot, CountedAnswer[]>();

/** What counts an answer of a flag. Only answers that it has: each of them stays in memory with the flag. */
export function countedAnswer(flag: FlagSnapshot, answer: string): CountedAnswer {
  const answers = known.get(flag);
  const found = answers?.find((each) => each.answer === answer);
  if (found) return found;
  const made = new CountedAnswer("environmentId" in flag ? "global" : "group", flag.id, answer);
  if (answers) answers.push(made);
  else known.set(flag, [made]);
  return made;
}
