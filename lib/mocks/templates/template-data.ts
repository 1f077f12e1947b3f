import { type PlainObject, parseJson, plain, plainObject } from "./engine/plain-values";
import type { Randomness } from "./fake/randomness";

/** Values by name: a text, or a list of texts where a name was repeated. */
type Fields = Readonly<Record<string, string | readonly string[]>>;

/** What a template sees of a request, as `request`. */
export type TemplateData = {
  method: string;
  path: string;
  params: Fields;
  query: Fields;
  headers: Fields;
  cookies: Fields;
  body: string;
  /** Read from the body when a template asks for it, unless it is given: null where the body is no JSON. */
  json?: unknown;
  form: Fields;
  ip: string;
  /** What the call was answered with, for what is sent afterwards. */
  response?: { status: number };
  /** What the request was captured as, for answers of inboxes. */
  capture?: { id: string; sequence: number };
};

/** All that a template finds by name. Nothing in it inherits anything. */
export function templateValues(
  { json, body, response, capture, ...fields }: TemplateData,
  { now, counter, random }: { now: number; counter: number; random: Randomness },
): PlainObject {
  const request = Object.assign(plain(fields) as PlainObject, { body });
  once(request, "json", () => (json === undefined ? parseJson(body) : plain(json)));
  const values = Object.assign(plainObject(), { request, now: new Date(now).toISOString(), counter });
  if (response) Object.assign(values, { response: plain(response) });
  if (capture) Object.assign(values, { capture: plain(capture) });
  // Each time it is read, so that `assign` keeps one.
  Object.defineProperty(values, "uuid", { enumerable: true, get: () => random.uuid() });
  return values;
}

/** Most templates never ask, and a body may be large. */
function once(object: PlainObject, key: string, make: () => unknown): void {
  const get = () => {
    const value = make();
    Object.defineProperty(object, key, { enumerable: true, value });
    return value;
  };
  Object.defineProperty(object, key, { enumerable: true, configurable: true, get });
}
