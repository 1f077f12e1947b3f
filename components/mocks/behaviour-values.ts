import { numberFrom } from "@/components/mocks/answer-form-values";
import type { Behaviour } from "@/lib/mocks/answers/contract";

type Distribution = NonNullable<Behaviour["delayDistribution"]>;
export type DelayType = "none" | Distribution["type"];
export type FaultChoice = "none" | NonNullable<Behaviour["fault"]>;

export type BodyKind = Behaviour["bodyEncoding"] | "file";

/** How an answer is made and sent, as forms hold it. */
export type BehaviourFormValues = {
  /** What the body is. The text and the file are both kept, so that nothing is lost by looking at another kind. */
  bodyKind: BodyKind;
  /** Empty while none is chosen. */
  bodyFileId: string;
  templated: boolean;
  /** The fields of all types, so that nothing typed is lost by looking at another one. */
  delayDistribution: { type: DelayType; minMs: string; maxMs: string; medianMs: string; sigma: string };
  /** Empty for as fast as it goes. */
  bytesPerSecond: string;
  fault: FaultChoice;
};

const startingDelay = { type: "none", minMs: "100", maxMs: "1000", medianMs: "200", sigma: "0.5" } as const;

export const emptyBehaviour = (): BehaviourFormValues => ({
  bodyKind: "text",
  bodyFileId: "",
  templated: false,
  delayDistribution: { ...startingDelay },
  bytesPerSecond: "",
  fault: "none",
});

export function behaviourValues(given: Behaviour): BehaviourFormValues {
  const { bodyEncoding, bodyFileId, templated, delayDistribution, bytesPerSecond, fault } = given;
  const numbers = Object.entries(delayDistribution ?? {}).map(([name, value]) => [name, String(value)]);
  return {
    bodyKind: bodyFileId === null ? bodyEncoding : "file",
    bodyFileId: bodyFileId ?? "",
    templated,
    delayDistribution: { ...startingDelay, ...Object.fromEntries(numbers) },
    bytesPerSecond: bytesPerSecond === null ? "" : String(bytesPerSecond),
    fault: fault ?? "none",
  };
}

export function behaviourBody(given: BehaviourFormValues): Behaviour {
  const { bodyKind, bodyFileId, templated, delayDistribution, bytesPerSecond, fault } = given;
  return {
    bodyEncoding: bodyKind === "base64" ? "base64" : "text",
    // What is no id is refused at its field.
    bodyFileId: bodyKind === "file" ? bodyFileId : null,
    templated: bodyKind === "text" && templated,
    delayDistribution: distributionOf(delayDistribution),
    bytesPerSecond: bytesPerSecond.trim() === "" ? null : Number(bytesPerSecond),
    fault: fault === "none" ? null : fault,
  };
}

function distributionOf(given: BehaviourFormValues["delayDistribution"]): Distribution | null {
  const { type } = given;
  if (type === "uniform") return { type, minMs: numberFrom(given.minMs), maxMs: numberFrom(given.maxMs) };
  if (type === "none") return null;
  return { type, medianMs: numberFrom(given.medianMs), sigma: numberFrom(given.sigma) };
}

/** The form's field for an issue with one of these, or undefined for other fields. */
export function behaviourField(path: string): string | undefined {
  if (path === "delayDistribution") return "delayDistribution.type";
  if (path === "bodyEncoding") return "bodyKind";
  return /^(bodyFileId|templated|delayDistribution\.\w+|bytesPerSecond|fault)$/.test(path) ? path : undefined;
}

export const bodyKindWords: Record<BodyKind, string> = { text: "Text", base64: "Base64", file: "File" };

export const faultWords: Record<FaultChoice, string> = {
  none: "None",
  reset: "Reset the connection",
  empty: "Empty answer",
  truncated: "Half an answer",
  malformed: "Malformed chunk",
};

/** "between 100 and 500 ms"; empty for none. */
export function delayText(given: BehaviourFormValues["delayDistribution"]): string {
  if (given.type === "uniform") return `between ${given.minMs} and ${given.maxMs} ms`;
  return given.type === "none" ? "" : `around ${given.medianMs} ms`;
}

/** All that is set of how an answer is sent: "random delay between 100 and 500 ms, 1000 bytes a second". */
export function sendingText({
  delayDistribution,
  bytesPerSecond,
  fault,
}: Pick<BehaviourFormValues, "delayDistribution" | "bytesPerSecond" | "fault">): string {
  return [
    delayDistribution.type !== "none" && `random delay ${delayText(delayDistribution)}`,
    bytesPerSecond.trim() !== "" && `${bytesPerSecond.trim()} bytes a second`,
    fault !== "none" && faultWords[fault].toLowerCase(),
  ]
    .filter(Boolean)
    .join(", ");
}
