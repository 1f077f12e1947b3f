import type { StoredInboxResponse } from "@/db/schema/webhooks";
import type { PreparedAnswer } from "@/lib/mocks/answers/answer";
import { type MockAnswer, mockAnswerOf, type Special } from "@/lib/mocks/answers/mock-answer";
import { wholeResponse } from "./whole-response";

/** What an inbox answers its senders, if that is not the usual answer. */
export type InboxAnswer = {
  /** An answer that is always the same. */
  prepared: PreparedAnswer | undefined;
  /** One that is made for each request, takes its time or breaks. */
  special: (MockAnswer & { special: Special }) | undefined;
  delayMs: number;
  /** What it takes in memory, about. */
  bytes: number;
};

export function inboxAnswerOf(stored: StoredInboxResponse | null): InboxAnswer | undefined {
  const response = wholeResponse(stored);
  if (!response) return undefined;
  const { special, ...answer } = mockAnswerOf({ ...response, bodyFileId: null });
  return {
    prepared: special ? undefined : answer.prepared(),
    special: special && { ...answer, special },
    delayMs: answer.delayMs,
    bytes: response.body.length,
  };
}
