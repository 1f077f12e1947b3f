import { lazily } from "@/lib/platform/singleton";
import { type PreparedAnswer, prepareAnswer } from "./answer";
import { type BytesSource, bytesSourceOf } from "./bytes-answer";
import type { Behaviour } from "./contract";
import { withoutDomain } from "./headers";
import { RenderedHeaders } from "./rendered-headers";

/** What is stored of an answer: the mock's own one, or one of its responses. */
export type StoredAnswer = Behaviour & {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: string;
  delayMs: number;
};

/** An answer of a mock, ready to be given. */
export type MockAnswer = {
  delayMs: number;
  /** Made by the first request that gets it, because few are asked for. */
  prepared: () => PreparedAnswer;
  /** What it does besides. Undefined for an answer that is always the same, and is sent as fast as can be. */
  special: Special | undefined;
};

export type Special = Pick<Behaviour, "delayDistribution" | "bytesPerSecond" | "fault"> & {
  template: Template | undefined;
  /** Present instead of `prepared`, which is then none. */
  bytes: BytesSource | undefined;
};
export type Template = {
  statusCode: number;
  /** The body, then the values of the headers in order. */
  texts: readonly string[];
  headers: Record<string, string | string[]>;
  /** Whether the body is meant to be JSON, so that the log can say if it isn't. */
  isJson: boolean;
  /** What the texts may mention, so that nothing else has to be read. */
  mentions: { body: boolean; counter: boolean };
};

export function mockAnswerOf(stored: StoredAnswer): MockAnswer {
  const { statusCode, headers, body, delayMs } = stored;
  return {
    delayMs,
    prepared: lazily(() => prepareAnswer({ statusCode, responseHeaders: headers, responseBody: body })),
    special: isSpecial(stored)
      ? {
          ...stored,
          template: stored.templated ? templateOf(stored) : undefined,
          bytes: bytesSourceOf(stored),
        }
      : undefined,
  };
}

const isSpecial = ({ templated, bodyEncoding, bodyFileId, ...sending }: Behaviour) =>
  templated || bodyEncoding !== "text" || bodyFileId !== null || isOdd(sending);
const isOdd = ({ delayDistribution, bytesPerSecond, fault }: Partial<Behaviour>) =>
  delayDistribution !== null || bytesPerSecond !== null || fault !== null;

function templateOf({ statusCode, headers, body }: StoredAnswer): Template {
  const texts = [body, ...Object.values(headers).flat()];
  const isMentioned = (words: RegExp) => texts.some((text) => words.test(text));
  return {
    statusCode,
    texts,
    headers,
    isJson: isMeantAsJson(headers, body),
    mentions: { body: isMentioned(/body|json|form|request\s*[|%}\]]/), counter: isMentioned(/counter/) },
  };
}

/** By its type, or without one by how it begins and ends: some values inside may make it anything. */
function isMeantAsJson(headers: StoredAnswer["headers"], body: string): boolean {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  if (type !== undefined) return /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test([type].flat().join());
  const text = body.trim();
  return (/^\{(?![{%])/.test(text) && text.endsWith("}")) || (text.startsWith("[") && text.endsWith("]"));
}

/** The answer that a template has become. @param texts in the order of the template's */
export function renderedAnswer({ headers, statusCode }: Template, texts: readonly string[]): PreparedAnswer {
  const [responseBody = "", ...values] = texts;
  let at = 0;
  const rendered = new RenderedHeaders();
  const next = (name: string) => {
    const value = rendered.value(values[at++] ?? "");
    // A template can have become what a configured value must not be.
    return name.toLowerCase() === "set-cookie" ? withoutDomain(value) : value;
  };
  const responseHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(() => next(name)) : next(name),
    ]),
  );
  return prepareAnswer({ statusCode, responseHeaders, responseBody });
}
