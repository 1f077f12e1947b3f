import { STATUS_CODES } from "node:http";
import type { When } from "@/lib/mocks/responses/contract";
import type { MockRow } from "@/lib/mocks/to-mock";

/** One of the answers that a mock gives: its own, or one of its responses. */
export type GivenAnswer = {
  /** Empty where it has none. */
  name: string;
  when: When;
  statusCode: number;
  headers: Record<string, string | string[]>;
  /** Undefined where it is no text. */
  body: string | undefined;
  templated: boolean;
  delayMs: number;
  fault: string | null;
};

/** In the order in which documents have them: the mock's own answer first, if it is ever given. */
export function answersOf(mock: MockRow): GivenAnswer[] {
  const { statusCode, responseHeaders: headers, responseBody, templated, delayMs, fault } = mock;
  const own = { name: "", when: null, statusCode, headers, templated, delayMs, fault };
  const responses = mock.responses.map(({ body, ...response }) => ({
    ...response,
    body: isText(response) ? body : undefined,
  }));
  if (!mock.fallback && responses.length > 0) return responses;
  return [{ ...own, body: isText(mock) ? responseBody : undefined }, ...responses];
}

const isText = ({ bodyEncoding, bodyFileId }: { bodyEncoding?: string; bodyFileId?: string | null }) =>
  bodyEncoding !== "base64" && !bodyFileId;

export const hasNoBody = (statusCode: number): boolean =>
  statusCode === 204 || statusCode === 205 || statusCode === 304;

/** "Not Found". */
export const reasonOf = (statusCode: number): string => STATUS_CODES[statusCode] ?? `Status ${statusCode}`;

/** The media type that is configured, if one is. */
export function configuredType({ headers }: Pick<GivenAnswer, "headers">): string | undefined {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  return typeof found === "string" ? found : found?.[0];
}
