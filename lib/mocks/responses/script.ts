import { type MockAnswer, mockAnswerOf } from "../answers/mock-answer";
import { needsBody } from "./conditions";
import type { KeptResponse, ResponseMode, SequenceEnd, When } from "./contract";
import { wholeResponse } from "./whole-response";

/** One of a mock's responses, ready to be tried and given. */
export type ScriptedResponse = MockAnswer & { name: string; when: When; weight: number };

/** What decides which answer of a mock a request gets. */
export type Script = {
  mode: ResponseMode;
  sequenceEnd: SequenceEnd;
  /** Whether the mock's own answer is given where no response is. */
  fallback: boolean;
  needsBody: boolean;
  responses: readonly ScriptedResponse[];
};

type Scripted = {
  responses: readonly KeptResponse[];
  responseMode: ResponseMode;
  sequenceEnd: SequenceEnd;
  fallback: boolean;
};

/** Undefined for a mock that has nothing but its own answer. */
export function scriptOf({ responses, responseMode, sequenceEnd, fallback }: Scripted): Script | undefined {
  if (responses.length === 0) return undefined;
  return {
    mode: responseMode,
    sequenceEnd,
    fallback,
    needsBody: responses.some(({ when }) => needsBody(when)),
    responses: responses.map((response) => ({
      ...mockAnswerOf(wholeResponse(response)),
      name: response.name,
      when: response.when,
      weight: response.weight,
    })),
  };
}
