/** How many tries of a delivery are kept, and how many of them with the beginning of their answer. */
export const triesMax = 10;
export const answersMax = 3;

/** One try, as it is noted. */
export type NotedTry = {
  at: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  answer: Uint8Array;
  answerTruncated: boolean;
};
