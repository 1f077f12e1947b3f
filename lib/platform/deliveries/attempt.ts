/** How many attempts of a delivery are kept, and how many of them with the beginning of their response. */
export const attemptsMax = 10;
export const answersMax = 3;

/** What came of sending a delivery once. */
export type Attempt = {
  durationMs: number;
  /** Null if there was no response. */
  statusCode: number | null;
  error: string | null;
  /** The beginning of the response body. */
  answer: Uint8Array;
  answerTruncated: boolean;
  /** Without a response: whether another attempt would end the same way. */
  isFinal: boolean;
  /** The header, as it was sent. */
  retryAfter?: string | undefined;
};

/** An attempt that couldn't be made, and can't be made later either. */
export const failedAttempt = (error: string): Attempt => ({
  ...{ statusCode: null, isFinal: true, durationMs: 0, error },
  ...{ answer: new Uint8Array(), answerTruncated: false },
});
