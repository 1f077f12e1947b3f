import type { Issue } from "@/lib/operations/operation";
import type { MockResponse } from "../responses/contract";

type Headers = Record<string, string | string[]>;
type Mock = { responseHeaders: Headers; responses: readonly Pick<MockResponse, "headers">[] };
type Failure = { problem: string; template?: number };

/**
 * A mistake that showed while an answer was rendered, in the words and at the place of one that is found when it is saved.
 * @param response which of the responses has it; null for the mock's own answer
 */
export function problemAt(mock: Mock, response: number | null, { problem, template = 0 }: Failure): Issue {
  const [, line, column, message] = /^Line (\d+), column (\d+): ([\s\S]*)$/.exec(problem) ?? [];
  return {
    path: placesOf(mock, response)[template] ?? placesOf(mock, response)[0] ?? "",
    message:
      line === undefined
        ? `can't be rendered: ${problem}`
        : `has a mistake in line ${line}, column ${column}: ${message}`,
  };
}

/** Of the texts of an answer, in the order in which they are rendered: the body, then the values of headers. */
function placesOf({ responseHeaders, responses }: Mock, response: number | null): string[] {
  if (response === null) return ["responseBody", ...headerPlaces("responseHeaders", responseHeaders)];
  const within = `responses.${response}`;
  return [`${within}.body`, ...headerPlaces(`${within}.headers`, responses[response]?.headers ?? {})];
}

const headerPlaces = (path: string, headers: Headers) =>
  Object.entries(headers).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((_, at) => `${path}.${name}.${at}`) : [`${path}.${name}`],
  );
