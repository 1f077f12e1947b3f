import type { MockFields, Outcome } from "./converted";
import { tagsFrom } from "./filed";
import { isJsonType, keptHeaders, type MockHeaders } from "./har-headers";
import { type Api, bodyOf, type Documented, headersOf, type Made } from "./openapi-body";
import { bodyWithIdOfPath } from "./openapi-echo";
import type { MockMethod } from "./openapi-methods";
import { enabledOf } from "./openapi-path";
import {
  descriptionFrom,
  entriesOf,
  fieldOf,
  isFields,
  listOf,
  Notes,
  nameFrom,
} from "./read-document-values";
import { FieldRoom } from "./room";

type Response = NonNullable<MockFields["responses"]>[number];

export type Operation = {
  api: Api;
  operation: unknown;
  method: MockMethod;
  path: string;
  endpoint: string;
};

/** Conditions with patterns that a mock may have. */
const othersMax = 50;
/** Other responses that a note names. */
const listedMax = 10;

/**
 * The mock of an operation. Its own answer is the lowest success; the other documented ones are given to those who ask
 * with `Prefer: code=404`, as Prism does. None is ever cut: too large an own answer makes no mock, and others are left out.
 */
export function mockOf({ api, operation, method, path, endpoint }: Operation, notes: Notes): Outcome {
  const documented = documentedIn(fieldOf(operation, "responses"), api);
  const own = ownOf(documented);
  const answers = new Answers(operation, api, notes);
  if (!own) notes.add("It has no documented answer, so it is {}");
  const documentedAnswer = own ? answers.of(own) : { headers: {}, body: "{}" };
  const { echoes, ...answer } = withIdOfPath(documentedAnswer, endpoint, api);
  const problem = new FieldRoom(api.budget).take(answer.body);
  if (problem) return { skipped: problem };
  const others = documented.filter((each) => each !== own && each.order > 0);
  const room = new FieldRoom(api.budget);
  const imported = others.slice(0, othersMax).flatMap((each) => {
    const response = responseOf(each, answers.of(each));
    const tooMuch = room.take(response);
    if (tooMuch) notes.add(`The answer ${each.key} was left out. ${tooMuch}`);
    return tooMuch ? [] : [{ documented: each, response }];
  });
  if (imported.length > 0) notes.add(otherResponsesNote(imported.map(({ documented: each }) => each)));
  for (const { problem } of documented) if (problem !== undefined) notes.add(problem);
  if (others.length > othersMax)
    notes.add(`Only ${othersMax} of its ${others.length} other answers were taken over`);
  const description = descriptionFrom(fieldOf(operation, "description"));
  const tags = tagsFrom(fieldOf(operation, "tags"));
  const mock: MockFields = {
    name: nameFrom(fieldOf(operation, "summary"), fieldOf(operation, "operationId"), `${method} ${path}`),
    ...(description !== undefined && { description }),
    ...(tags.length > 0 && { tags }),
    method,
    endpoint,
    statusCode: own ? own.status : 200,
    responseHeaders: answer.headers,
    responseBody: answer.body,
    ...(echoes && { templated: true }),
    responses: imported.map(({ response }) => response),
    ...enabledOf(operation),
  };
  return { mock, notes: notes.list };
}

function otherResponsesNote(others: readonly Documented[]): string {
  const keys = others.map(({ key }) => key);
  const rest = keys.length - listedMax;
  const list = `${keys.slice(0, listedMax).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  const [first] = others;
  const code = first?.key === "default" ? first.key : first?.status;
  return `Other responses: ${list}. To get one, send “Prefer: code=${code}”.`;
}

/** A client that asks for one item expects that item. Our own exports are imported as they were. */
function withIdOfPath(answer: Answer, endpoint: string, { document }: Api): Answer & { echoes: boolean } {
  const isOwn = fieldOf(document, "x-generator") === "Fieldkit";
  const isTemplate = Object.values(answer.headers).some((value) => /\{[{%]/.test([value].flat().join()));
  const body = isOwn || isTemplate ? undefined : bodyWithIdOfPath(answer.body, endpoint);
  return body === undefined ? { ...answer, echoes: false } : { ...answer, body, echoes: true };
}

function responseOf(documented: Documented, { headers, body }: Answer): Response {
  const { key, codes, response, status } = documented;
  return {
    name: nameFrom(`${key} ${firstLine(fieldOf(response, "description"))}`),
    when: { all: [{ in: "header", name: "prefer", matches: `(^|[;, ])code=${codes}($|[;, ])` }] },
    // Beside a success, `default` documents errors.
    statusCode: key === "default" ? 500 : status,
    headers,
    body,
  };
}

/** By status; ranges such as 4XX after the codes in them, and `default` last. Those without an order only have a problem. */
function documentedIn(responses: unknown, api: Api): Documented[] {
  if (!isFields(responses)) return [];
  const known = api.documented.get(responses);
  if (known) return known;
  const found: Documented[] = [];
  for (const [key, given] of entriesOf(responses).slice(0, 500)) {
    if (key.startsWith("x-")) continue;
    const read = statusIn(key);
    const resolved = api.references.resolve(given);
    const problem = read ? ("problem" in resolved ? resolved.problem : undefined) : refusal(key);
    const response = "value" in resolved ? resolved.value : undefined;
    const stands = read ?? { status: 200, codes: "", order: 0 };
    found.push({ key, ...stands, response, ...(problem !== undefined && { problem }) });
  }
  found.sort((a, b) => a.order - b.order);
  api.documented.set(responses, found);
  return found;
}

const refusal = (key: string) =>
  `The answer ${key.slice(0, 20)} was left out: a mock answers with 200 to 599`;

function statusIn(key: string): { status: number; codes: string; order: number } | undefined {
  if (key === "default") return { status: 200, codes: "(default|500)", order: 1000 };
  const range = /^([2-5])XX$/i.exec(key)?.[1];
  if (range)
    return { status: Number(range) * 100, codes: `${range}[0-9][0-9]`, order: Number(range) * 100 + 99.5 };
  if (!/^[2-5]\d\d$/.test(key)) return undefined;
  return { status: Number(key), codes: key, order: Number(key) };
}

function ownOf(documented: readonly Documented[]): Documented | undefined {
  const success = documented.find(({ key, order }) => order > 0 && key.startsWith("2"));
  return (
    success ?? documented.find(({ key }) => key === "default") ?? documented.find(({ order }) => order > 0)
  );
}

type Answer = { headers: MockHeaders; body: string };

/** The answers of one operation. */
class Answers {
  readonly #produces: readonly unknown[];
  readonly #api: Api;
  readonly #notes: Notes;

  constructor(operation: unknown, api: Api, notes: Notes) {
    const produces = listOf(fieldOf(operation, "produces") ?? fieldOf(api.document, "produces"));
    const types = produces.slice(0, 20).filter((type) => typeof type === "string");
    this.#produces = [types.find(isJsonType) ?? types[0]].filter((type) => type !== undefined);
    this.#api = api;
    this.#notes = notes;
  }

  of({ status, response }: Documented): Answer {
    const { headers, text, notes } = this.#made(response);
    if (status === 204 || status === 205 || status === 304)
      return { headers: withoutType(headers), body: "" };
    this.#notes.addAll(notes.list);
    return { headers, body: text };
  }

  #made(response: unknown): Made {
    if (!isFields(response)) return { text: "{}", contentType: undefined, headers: {}, notes: new Notes() };
    const key = String(this.#produces[0]);
    const known = this.#api.answers.get(response);
    const found = known?.get(key);
    if (found) return found;
    const made = this.#make(response);
    this.#api.answers.set(response, (known ?? new Map<string, Made>()).set(key, made));
    return made;
  }

  #make(response: unknown): Made {
    const notes = new Notes();
    const lines = headersOf(response, this.#api, notes);
    const body = bodyOf(response, this.#produces, this.#api, notes);
    if (body.contentType !== undefined) lines.push(["Content-Type", body.contentType]);
    return { ...body, headers: keptHeaders(lines, notes), notes };
  }
}

const withoutType = (headers: MockHeaders): MockHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type"));

const firstLine = (text: unknown): string =>
  typeof text === "string" ? (/^\s*([^\n]*)/.exec(text.slice(0, 1000))?.[1] ?? "") : "";
