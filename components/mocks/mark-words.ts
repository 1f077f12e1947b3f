import type { MockSummary } from "@/components/mocks/mocks-list";

type Marked = Pick<
  MockSummary,
  | "responseCount"
  | "responseMode"
  | "callbackCount"
  | "bodyFileId"
  | "templated"
  | "fault"
  | "delayDistribution"
  | "bytesPerSecond"
>;

export type MarkKind =
  | "responses"
  | "sequence"
  | "random"
  | "template"
  | "file"
  | "fault"
  | "chance"
  | "slow"
  | "callbacks";
export type Mark = { kind: MarkKind; text: string; count?: number };

const faults: Record<NonNullable<Marked["fault"]>, string> = {
  reset: "Resets the connection",
  empty: "Ends the connection without an answer",
  truncated: "Sends half of its body",
  malformed: "Sends a broken body",
};

/** "2 conditional responses"; in turn or by chance, responses need no conditions. */
export function responseText(count: number, mode: Marked["responseMode"]): string {
  return `${count} ${mode === "first" ? "conditional " : ""}${count === 1 ? "response" : "responses"}`;
}

/** What a mock does besides giving one answer, for the list of mocks. */
export function marksOf(mock: Marked): Mark[] {
  const { responseCount, responseMode, callbackCount, bodyFileId, templated, fault, bytesPerSecond } = mock;
  const marks: (Mark | false)[] = [
    responseCount > 0 && {
      ...{ kind: "responses", count: responseCount },
      text: responseText(responseCount, responseMode),
    },
    responseCount > 0 &&
      responseMode === "sequence" && { kind: "sequence", text: "Gives its responses in turn" },
    responseCount > 0 && responseMode === "random" && { kind: "random", text: "Gives any of its responses" },
    templated && { kind: "template", text: "Its answer is a template" },
    bodyFileId !== null && { kind: "file", text: "Its body is a file" },
    fault !== null && { kind: "fault", text: faults[fault] },
    mock.delayDistribution !== null && { kind: "chance", text: chanceText(mock.delayDistribution) },
    bytesPerSecond !== null && { kind: "slow", text: `Sends ${bytesPerSecond} bytes a second` },
    callbackCount > 0 && {
      ...{ kind: "callbacks", count: callbackCount },
      text: callbackCount === 1 ? "Sends 1 callback" : `Sends ${callbackCount} callbacks`,
    },
  ];
  return marks.filter((mark) => mark !== false);
}

const chanceText = (given: NonNullable<Marked["delayDistribution"]>) =>
  given.type === "uniform"
    ? `Waits ${given.minMs} to ${given.maxMs} ms by chance`
    : `Waits about ${given.medianMs} ms by chance`;
