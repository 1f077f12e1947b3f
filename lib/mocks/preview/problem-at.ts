import type { Issue } from "@/lib/operations/operation";
import type { MockResponse } from "../responses/contract";

type Headers = Record<string, string | string[]>;
type Mock = { responseHeaders: Headers; responses: readonly Pick<MockResponse, "headers">[] };
type Failure = { problem: string; template?: number };

/**
 * A mistake that showed while an answer was rendered, in the words and at the place of one that is found when it is saved.
 * @param places of the answer's texts
 */
export function problemAt(places: readonly string[], { problem, template = 0 }: Failure): Issue {
  const [, line, column, message] = /^Line (\d+), column (\d+): ([\s\S]*)$/.exec(problem) ?? [];
  return {
    path: places[template] ?? places[0] ?? "",
    message:
      line === undefined
        ? `can't be rendered: ${problem}`
        : `has a mistake in line ${line}, column ${column}: ${message}`,
  };
}

/** Of the texts of a mock's answer. @param response which of the responses it is; null for the mock's own answer */
export function placesOf({ responseHeaders, responses }: Mock, response: number | null): string[] {
  if (response === null) return ["responseBody", ...headerPlaces("responseHeaders", responseHeaders)];
  return placesWithin(`responses.${response}`, responses[response]?.headers ?? {});
}

/** In the order in which they are rendered: the body, then the values of headers. */
export const placesWithin = (path: string, headers: Headers): string[] => [
  `${path}.body`,
  ...headerPlaces(`${path}.headers`, headers),
];

const headerPlaces = (path: string, headers: Headers) =>
  Object.entries(headers).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((_, at) => `${path}.${name}.${at}`) : [`${path}.${name}`],
  );
