type Answers = Map<string, Promise<boolean>>;

let shared: Answers | undefined;

/** What a person answers about one write of `work` counts for all of them: one action, one question. */
export async function confirmedOnce<T>(work: () => Promise<T>): Promise<T> {
  const outer = shared;
  shared = outer ?? new Map();
  try {
    return await work();
  } finally {
    shared = outer;
  }
}

/** The answer that was given already in this action, or else that of `ask`. */
export function answerOf(question: string, ask: () => Promise<boolean>): Promise<boolean> {
  const known = shared?.get(question);
  if (known) return known;
  const answer = ask();
  shared?.set(question, answer);
  return answer;
}
