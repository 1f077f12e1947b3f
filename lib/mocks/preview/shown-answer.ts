import { isUtf8 } from "node:buffer";
import type { Answer } from "@/lib/operations/answer";
import type { Output } from "@/lib/operations/operation";
import { delayRange } from "../answers/delay";
import type { MockAnswer } from "../answers/mock-answer";
import { previewBytesMax, type previewMock } from "./contract";

type Shown = NonNullable<Output<typeof previewMock>["answer"]>;

/** When and how an answer without delay and faults is sent. */
export const atOnce = { delayMs: { min: 0, max: 0 }, bytesPerSecond: null, fault: null };

/** When and how an answer is sent. */
export function shownPace(answer: Pick<MockAnswer, "delayMs" | "special">): Pick<Shown, keyof typeof atOnce> {
  const { delayDistribution = null, bytesPerSecond = null, fault = null } = answer.special ?? {};
  return { delayMs: delayRange({ delayMs: answer.delayMs, delayDistribution }), bytesPerSecond, fault };
}

/** Headers of a request that somebody typed, as a door hands them over. */
export const flatHeaders = (headers: Record<string, string | string[]>): string[] =>
  Object.entries(headers).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]));

/** An answer as a preview shows it: its body up to 64 KiB, as text if it is UTF-8. */
export function shownAnswer(
  answer: Answer,
): Pick<Shown, "statusCode" | "headers" | "body" | "encoding" | "bodyBytes"> {
  const whole = bytesOf(answer);
  const part = whole.subarray(0, previewBytesMax);
  const isText = isUtf8(whole);
  return {
    statusCode: answer.status,
    headers: pairsOf(answer.headers),
    // What is cut in the middle of a character ends before it.
    body: isText ? new TextDecoder().decode(part, { stream: true }) : part.toString("base64"),
    encoding: isText ? "text" : "base64",
    bodyBytes: whole.byteLength,
  };
}

function pairsOf(flat: readonly string[]): Shown["headers"] {
  const pairs: Shown["headers"] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    pairs.push({ name: flat[at] ?? "", value: flat[at + 1] ?? "" });
  }
  return pairs;
}

const bytesOf = ({ body }: Answer): Buffer =>
  typeof body === "string" ? Buffer.from(body) : Buffer.from(body ?? []);
