import type { HeaderRow } from "@/components/mocks/answer-form-values";
import { examplePath } from "@/components/mocks/endpoint-url";

/** A path that an endpoint answers, with values for its placeholders; empty for a regular expression. */
export function samplePath(endpoint: string): string {
  return (examplePath(endpoint) ?? "")
    .replace(/:([A-Za-z_](?:[\w-]*\w)?)/g, (_, name: string) => sampleOf(name))
    .replace(/\/\*$/, "/rest");
}

/** Most parameters are numbers or names. */
function sampleOf(name: string): string {
  return /(^|[a-z_-])(id|no|number|page|year|count|version)$/i.test(name) ? "1" : name;
}

/** Headers as the API takes them; without one of its own a body is what it looks like. */
export function headersOfRequest(
  rows: readonly HeaderRow[],
  body: string,
  typeOf: (body: string) => string,
): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  const add = (name: string, value: string) => {
    headers[name] = [...(headers[name] ?? []), value];
  };
  if (body !== "" && !rows.some(({ name }) => name.toLowerCase() === "content-type")) {
    add("Content-Type", typeOf(body));
  }
  for (const { name, value } of rows) add(name, value);
  return headers;
}
