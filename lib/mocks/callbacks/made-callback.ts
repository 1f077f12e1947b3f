import { RenderedHeaders } from "../answers/rendered-headers";
import { requestData } from "../request-data";
import type { RequestView } from "../responses/request-view";
import { renderTemplates } from "../templates/render-templates";
import type { MockCallback } from "./contract";

/** A request as it is sent. */
export type Outgoing = { url: string; method: string; headers: [string, string][]; body: Buffer };

/** Whether templates of callbacks ask for what is in the body of the call, so that it has to be read. */
export const mentionsBody = (callbacks: readonly MockCallback[]): boolean =>
  callbacks.some(
    ({ templated, url, headers, body }) =>
      templated && [url, body, ...Object.values(headers)].some((text) => bodyWords.test(text)),
  );
const bodyWords = /body|json|form|request\s*[|%}\]]/;

type Call = { projectId: string; view: RequestView; status: number };

/** What a callback becomes for a call, or why it can't. */
export async function madeCallback(
  { url, method, headers, body, templated }: MockCallback,
  { projectId, view, status }: Call,
): Promise<Outgoing | { problem: string }> {
  const texts = templated
    ? await rendered([url, body, ...Object.values(headers)], { projectId, view, status })
    : [url, body, ...Object.values(headers)];
  if ("problem" in texts) return texts;
  const [address = "", content = "", ...values] = texts;
  if (address.length > addressCharsMax)
    return { problem: `its address has more than ${addressCharsMax} characters` };
  const made = new RenderedHeaders();
  const lines = Object.keys(headers).map((name, at): [string, string] => [
    name,
    made.value(values[at] ?? ""),
  ]);
  if (content !== "" && !lines.some(([name]) => name.toLowerCase() === "content-type")) {
    lines.push(["Content-Type", /^\s*[[{]/.test(content) ? "application/json" : "text/plain; charset=utf-8"]);
  }
  return { url: address.trim(), method, headers: lines, body: Buffer.from(content) };
}

async function rendered(
  templates: string[],
  { projectId, view, status }: Call,
): Promise<string[] | { problem: string }> {
  const data = { ...requestData(view, { body: true }), response: { status } };
  const made = await renderTemplates(
    { templates, data, seed: null, now: Date.now(), counter: 0 },
    { key: projectId },
  );
  return "problem" in made ? { problem: made.problem } : made.texts;
}

/** What a template has become, as servers take it. */
const addressCharsMax = 8000;
