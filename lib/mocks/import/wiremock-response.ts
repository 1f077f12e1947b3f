import { type Body, bodyOfBytes, bodyOfFile } from "./bytes-body";
import type { GivenFiles } from "./given-files";
import { toLiquid } from "./handlebars";
import { type Answer, answerFrom } from "./handlebars-answer";
import { entriesOf, fieldOf, isFields, listOf, textOf } from "./read-document-values";
import { jsonText } from "./wiremock-json";

type Problem = { problem: string };
const delayMax = 30_000;

/**
 * What a mapping of WireMock answers.
 * @param files that came with the mappings
 * @param isLocal whether templates are only where a mapping asks for them, rather than everywhere
 */
export function answerOf(
  response: unknown,
  { isLocal, files }: Circumstances,
  notes: Set<string>,
): Answer | Problem {
  if (textOf(fieldOf(response, "proxyBaseUrl"))) {
    return { problem: "It passes requests on to another server, which a mock does not." };
  }
  const found = bodyOf(response, { isLocal, files }, notes);
  if ("problem" in found) return found;
  const { body } = found;
  const parameters = fieldOf(response, "transformerParameters");
  const answer = answerFrom(
    {
      statusCode: Number(fieldOf(response, "status") ?? 200),
      ...found,
      headers: headersOf(response),
      isTemplate: isTemplate(response, body, isLocal, notes),
      ...(isFields(parameters) && { parameters }),
    },
    notes,
  );
  return "problem" in answer
    ? answer
    : { ...answer, ...timing(response, body, notes), ...fault(response, notes) };
}

/** The names of what changes an answer before it is sent. */
export const transformersOf = (response: unknown): string[] =>
  listOf(fieldOf(response, "transformers")).flatMap((name) => textOf(name) ?? []);

export const asksForTemplate = (response: unknown) =>
  transformersOf(response).some(
    (name) => /^(?:body-|response-)?template/.test(name) || name === "response-template",
  );

function isTemplate(response: unknown, body: string, isLocal: boolean, notes: Set<string>): boolean {
  for (const name of transformersOf(response)) {
    if (name !== "response-template") notes.add(`Its transformer \`${name.slice(0, 60)}\` is left out.`);
  }
  if (asksForTemplate(response)) return true;
  const texts = [body, ...headersOf(response).map(([, value]) => value)];
  if (isLocal || !texts.some((text) => text.includes("{{"))) return false;
  // Whether a server takes all answers for templates is not in its mappings.
  const areSound = texts.every(isSound);
  if (areSound) notes.add("Its `{{ }}` is taken for a template.");
  return areSound;
}

const isSound = (text: string) => toLiquid(text).problems.length === 0;

type Circumstances = { isLocal: boolean; files: GivenFiles };

function bodyOf(response: unknown, { isLocal, files }: Circumstances, notes: Set<string>): Body | Problem {
  const json = fieldOf(response, "jsonBody");
  if (json !== undefined) {
    const body = jsonText(json);
    return body === undefined ? { problem: "Its body is nested too deeply." } : { body };
  }
  const encoded = textOf(fieldOf(response, "base64Body"));
  if (encoded !== undefined) return bodyOfBytes(Buffer.from(encoded, "base64"));
  const name = textOf(fieldOf(response, "bodyFileName"));
  if (!name) return { body: textOf(fieldOf(response, "body")) ?? "" };
  const isTemplated = asksForTemplate(response);
  return bodyOfFile(name, files, (text) => isTemplated || (!isLocal && isSound(text)), notes);
}

function headersOf(response: unknown): [string, string][] {
  return entriesOf(fieldOf(response, "headers")).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each): [string, string][] => {
      const text = textOf(each);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

function wait(value: unknown, notes: Set<string>): number {
  const ms = Math.max(Math.round(Number(value)) || 0, 0);
  if (ms > delayMax) notes.add("A mock waits 30 seconds at most.");
  return Math.min(ms, delayMax);
}

function timing(response: unknown, body: string, notes: Set<string>): Partial<Answer> {
  const distribution = fieldOf(response, "delayDistribution");
  const type = textOf(fieldOf(distribution, "type"));
  const of = (name: string) => wait(fieldOf(distribution, name), notes);
  const fixed =
    wait(fieldOf(response, "fixedDelayMilliseconds"), notes) + (type === "fixed" ? of("milliseconds") : 0);
  const dribble = fieldOf(response, "chunkedDribbleDelay");
  const ms = Number(fieldOf(dribble, "totalDuration"));
  const rate = Math.ceil((1000 * Buffer.byteLength(body)) / ms);
  return {
    ...(fixed > 0 && { delayMs: Math.min(fixed, delayMax) }),
    ...(type === "uniform" && {
      delayDistribution: { type, minMs: Math.min(of("lower"), of("upper")), maxMs: of("upper") },
    }),
    ...(type === "lognormal" && {
      delayDistribution: {
        type,
        medianMs: Math.max(of("median"), 1),
        sigma: Math.min(Math.max(Number(fieldOf(distribution, "sigma")) || 0, 0), 3),
      },
    }),
    ...(ms > 0 && rate > 0 && { bytesPerSecond: Math.min(rate, 1_000_000_000) }),
  };
}

const faults: Record<string, NonNullable<Answer["fault"]>> = {
  EMPTY_RESPONSE: "empty",
  MALFORMED_RESPONSE_CHUNK: "malformed",
  RANDOM_DATA_THEN_CLOSE: "malformed",
  CONNECTION_RESET_BY_PEER: "reset",
};

function fault(response: unknown, notes: Set<string>): Partial<Answer> {
  const name = textOf(fieldOf(response, "fault"));
  if (!name) return {};
  const known = Object.hasOwn(faults, name) ? faults[name] : undefined;
  if (!known) notes.add(`Its fault \`${name.slice(0, 60)}\` is left out.`);
  if (name === "RANDOM_DATA_THEN_CLOSE") notes.add("Instead of random data a chunk is sent that is none.");
  return known ? { fault: known } : {};
}
