import { headerProblems } from "../answers/headers";
import type { Body } from "./bytes-body";
import type { MockFields } from "./converted";
import { literally, toLiquid } from "./handlebars";

/** What is sent, as a mock's own answer or one of its responses has it. */
export type Answer = Body & {
  statusCode: number;
  headers: Record<string, string | string[]>;
  templated: boolean;
  delayMs?: number;
  delayDistribution?: NonNullable<MockFields["delayDistribution"]>;
  bytesPerSecond?: number;
  fault?: NonNullable<MockFields["fault"]>;
};

export type AnswerSource = Body & {
  statusCode: number;
  headers: readonly (readonly [name: string, value: string])[];
  /** Whether the texts are Handlebars. */
  isTemplate: boolean;
  parameters?: Readonly<Record<string, unknown>>;
};

/** An answer with its texts in our Liquid, or what keeps it from being one. */
export function answerFrom(source: AnswerSource, notes: Set<string>): Answer | { problem: string } {
  const { statusCode, bodyEncoding, bodyFileId } = source;
  const isBytes = bodyEncoding !== undefined || bodyFileId !== undefined;
  if (!(Number.isInteger(statusCode) && statusCode >= 200 && statusCode <= 599)) {
    return { problem: `A mock can't answer with the status ${String(statusCode).slice(0, 20)}.` };
  }
  const texts = [source.body, ...source.headers.map(([, value]) => value)].map((text) =>
    source.isTemplate && !isBytes
      ? toLiquid(text, source.parameters)
      : { text, templated: false, problems: [], notes: [] },
  );
  if (isBytes && source.isTemplate && texts.some((each) => each.text.includes("{{"))) {
    notes.add("Its headers are sent as they are, because its body is no text.");
  }
  const problems = [...new Set(texts.flatMap((each) => each.problems))];
  if (problems.length > 0) {
    return { problem: `Its template uses what has no counterpart here: ${problems.slice(0, 5).join(", ")}.` };
  }
  for (const note of texts.flatMap((each) => each.notes)) notes.add(note);
  // Either all texts of an answer are templates or none is.
  const templated = texts.some((each) => each.templated);
  const [body = "", ...values] = texts.map((each) =>
    templated && !each.templated ? literally(each.text) : each.text,
  );
  const headers = headersFrom(
    source.headers.map(([name], at) => [name, values[at] ?? ""] as const),
    notes,
  );
  const how = { ...(bodyEncoding && { bodyEncoding }), ...(bodyFileId && { bodyFileId }) };
  return { statusCode, headers, body, ...how, templated };
}

/** Those that a mock may have; a repeated one is a list. */
function headersFrom(
  given: readonly (readonly [name: string, value: string])[],
  notes: Set<string>,
): Answer["headers"] {
  const spellings = new Map<string, string>();
  const headers: [string, string[]][] = [];
  const at = new Map<string, string[]>();
  for (const [written, value] of given) {
    const name = written.trim();
    const [problem] = headerProblems({ [name]: value });
    if (problem) {
      if (name !== "") notes.add(`The header ${name.slice(0, 60)} is left out: ${problem.message}.`);
      continue;
    }
    const spelling = spellings.get(name.toLowerCase()) ?? name;
    spellings.set(name.toLowerCase(), spelling);
    const values = at.get(spelling);
    if (values) values.push(value);
    else {
      const list = [value];
      at.set(spelling, list);
      headers.push([spelling, list]);
    }
  }
  return Object.fromEntries(
    headers.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}
