import { type Body, bodyOfFile } from "./bytes-body";
import { type Callback, mockoonCallbacks } from "./callbacks";
import type { GivenFiles } from "./given-files";
import { type Answer, answerFrom } from "./handlebars-answer";
import { type Alternatives, both, type Draft, type GivenCondition } from "./mockoon-drafts";
import { type MockoonPath, pathFrom } from "./mockoon-path";
import { alternativesOf } from "./mockoon-rules";
import { descriptionFrom, fieldOf, listOf, nameFrom, textOf } from "./read-document-values";

/** What all routes of an environment have in common. */
export type Environment = {
  prefix: string;
  headers: readonly (readonly [string, string])[];
  latency: number;
  /** Bodies of data buckets by id. */
  buckets: ReadonlyMap<string, string>;
  /** Requests that responses may have sent afterwards, as the document has them. */
  callbacks: unknown;
  /** That came with the document. */
  files: GivenFiles;
};

/** The same, for a route in one of its folders, or in none. */
export type Surroundings = Environment & { folder: string };

export type RouteDraft = { draft: Draft; hint: Alternatives; conditions: number };
export type Skipped = { source: string; skipped: string };

const methods: Record<string, Draft["method"]> = {
  get: "GET",
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  delete: "DELETE",
  all: "ANY",
};
const otherMethods = new Set(
  "head options propfind proppatch mkcol copy move lock unlock purge link unlink search report".split(" "),
);

/** What a route of Mockoon wants of a mock. */
export function routeDraft(route: unknown, environment: Surroundings): RouteDraft | Skipped {
  const written = textOf(fieldOf(route, "method")) || "get";
  const source = sourceOf(route, written, environment);
  const type = textOf(fieldOf(route, "type")) || "http";
  if (type !== "http") return { source, skipped: skippedTypes[type] ?? "It is no route for HTTP." };
  const isOther = otherMethods.has(written.toLowerCase());
  const method = isOther ? "ANY" : methods[written.toLowerCase()];
  if (!method) return { source, skipped: `There are no mocks for the method ${written.slice(0, 20)}.` };
  const path = pathFrom(environment.prefix, textOf(fieldOf(route, "endpoint")) ?? "");
  if ("problem" in path) return { source, skipped: path.problem };
  const scope: GivenCondition[] = [
    ...(isOther ? [{ in: "method" as const, equals: written.toUpperCase() }] : []),
    ...path.query,
  ];
  const answers = answersOf(route, environment, [scope]);
  if ("problem" in answers) return { source, skipped: answers.problem };
  for (const note of path.notes) answers.notes.add(note);
  const callbacks = callbacksOf(route, environment, answers.notes);
  const names = namesOf(route, path, written);
  return {
    draft: { ...answers, source, method, ...names, folder: environment.folder, callbacks },
    hint: path.hint,
    conditions: path.query.length,
  };
}

const skippedTypes: Record<string, string> = {
  crud: "It keeps what it is sent, which a mock does not. Make it a collection.",
  ws: "It is a WebSocket, and mocks answer over HTTP.",
};

function sourceOf(route: unknown, method: string, { prefix }: Environment): string {
  const endpoint = [prefix, textOf(fieldOf(route, "endpoint")) ?? ""].filter(Boolean).join("/");
  const shown = `${method.toUpperCase()} /${endpoint.replace(/^\/+/, "")}`;
  const name = nameFrom(fieldOf(route, "documentation"));
  return name && name.length <= 80 ? `${shown} (${name})` : shown;
}

function namesOf(route: unknown, path: MockoonPath, method: string) {
  const documentation = fieldOf(route, "documentation");
  const description = descriptionFrom(documentation);
  const name = nameFrom(documentation);
  return {
    name: name !== "" && name.length <= 100 ? name : nameFrom(`${method.toUpperCase()} ${path.endpoint}`),
    ...(description !== undefined && description !== name && { description }),
    endpoint: path.endpoint,
    enabled: fieldOf(route, "enabled") !== false,
  };
}

/** Those of a mock follow each of its answers, so that only a route with one response can have them. */
function callbacksOf(route: unknown, { callbacks }: Environment, notes: Set<string>): Callback[] {
  const responses = listOf(fieldOf(route, "responses"));
  if (responses.length === 1) return mockoonCallbacks(responses[0], callbacks, notes);
  if (responses.some((each) => listOf(fieldOf(each, "callbacks")).length > 0)) {
    notes.add("Its callbacks are left out, because they differ from response to response.");
  }
  return [];
}

type Answers = Pick<Draft, "answers" | "mode" | "own"> & { notes: Set<string> };

function answersOf(
  route: unknown,
  environment: Environment,
  scope: Alternatives,
): Answers | { problem: string } {
  const responses = listOf(fieldOf(route, "responses"));
  const otherwise = responses.find((each) => fieldOf(each, "default") === true) ?? responses[0];
  if (otherwise === undefined) return { problem: "It has no responses." };
  const mode = textOf(fieldOf(route, "responseMode"));
  const notes = new Set<string>();
  if (textOf(fieldOf(route, "streamingMode"))) notes.add("It is answered at once rather than as a stream.");
  if (mode === "SEQUENTIAL" || mode === "RANDOM") {
    return takingTurns(responses, { environment, scope, isRandom: mode === "RANDOM", notes });
  }
  const own = mode === "FALLBACK" ? undefined : answerOf(otherwise, environment, notes);
  if (own && "problem" in own) return own;
  const ruled = mode === "DISABLE_RULES" ? [] : responses.filter((each) => rulesOf(each).length > 0);
  const rules = { environment, scope, otherwise, notes };
  const answers = ruledAnswers(ruled, rules);
  noteUnreached(responses, { mode, otherwise, notes });
  if (!own) {
    return answers.length > 0
      ? { answers, mode: "first", notes }
      : { problem: "None of its responses has rules that can be asked of a request here." };
  }
  if (scope[0]?.length === 0) return { answers, mode: "first", own, notes };
  return { answers: [...answers, { name: "", when: scope, answer: own }], mode: "first", notes };
}

const rulesOf = (response: unknown) => listOf(fieldOf(response, "rules"));
const titleOf = (response: unknown) =>
  nameFrom(
    fieldOf(response, "label"),
    `the response with status ${textOf(fieldOf(response, "statusCode")) ?? "200"}`,
  );

type Context = { environment: Environment; scope: Alternatives; notes: Set<string> };

function ruledAnswers(
  ruled: readonly unknown[],
  { environment, scope, otherwise, notes }: Context & { otherwise: unknown },
): Draft["answers"] {
  // At the end the rules of the default one decide nothing.
  const needed = ruled.at(-1) === otherwise ? ruled.slice(0, -1) : ruled;
  const answers: { name: string; when: Alternatives; answer: Answer }[] = [];
  for (const response of needed) {
    const rules = alternativesOf(response);
    const when = "problem" in rules ? rules : (both(scope, rules) ?? { problem: "its rules are too many" });
    const answer = "problem" in when ? when : answerOf(response, environment, notes);
    if ("problem" in answer || "problem" in when) {
      const { problem } = answer as { problem: string };
      notes.add(`${titleOf(response)} is left out: ${problem.replace(/\.$/, "")}.`);
    } else answers.push({ name: nameFrom(fieldOf(response, "label")), when, answer });
  }
  return answers;
}

function takingTurns(
  responses: readonly unknown[],
  { environment, scope, isRandom, notes }: Context & { isRandom: boolean },
): Answers | { problem: string } {
  const answers: { name: string; when: Alternatives; answer: Answer }[] = [];
  for (const response of responses) {
    const answer = answerOf(response, environment, notes);
    if ("problem" in answer) notes.add(`${titleOf(response)} is left out: ${answer.problem}`);
    else answers.push({ name: nameFrom(fieldOf(response, "label")), when: scope, answer });
  }
  const [first] = answers;
  if (!first) return { problem: "None of its responses can be given." };
  const isAll = scope[0]?.length === 0;
  return { answers, mode: isRandom ? "random" : "sequence", ...(isAll && { own: first.answer }), notes };
}

function noteUnreached(
  responses: readonly unknown[],
  { mode, otherwise, notes }: { mode: string | undefined; otherwise: unknown; notes: Set<string> },
): void {
  const isReached = (each: unknown) =>
    (each === otherwise && mode !== "FALLBACK") || (mode !== "DISABLE_RULES" && rulesOf(each).length > 0);
  const unreached = responses.filter((each) => !isReached(each));
  if (unreached.length === 0) return;
  const statuses = unreached.slice(0, 10).map((each) => textOf(fieldOf(each, "statusCode")) ?? "200");
  const what = unreached.length === 1 ? "A response is" : `${unreached.length} responses are`;
  notes.add(`${what} left out, because no rule gives them: ${statuses.join(", ")}.`);
}

function answerOf(
  response: unknown,
  environment: Environment,
  notes: Set<string>,
): Answer | { problem: string } {
  const isTemplate = fieldOf(response, "disableTemplating") !== true;
  const body = bodyOf(response, environment, isTemplate, notes);
  if ("problem" in body) return body;
  const answer = answerFrom(
    {
      statusCode: Number(fieldOf(response, "statusCode") ?? 200),
      ...body,
      headers: mergedHeaders(response, environment),
      isTemplate,
    },
    notes,
  );
  if ("problem" in answer) return answer;
  const wanted = Number(fieldOf(response, "latency") ?? 0) + environment.latency;
  const delayMs = Math.min(Math.max(Math.round(wanted) || 0, 0), 30_000);
  if (wanted > delayMs + 1) notes.add("A mock waits 30 seconds at most.");
  return delayMs > 0 ? { ...answer, delayMs } : answer;
}

function bodyOf(
  response: unknown,
  { buckets, files }: Environment,
  isTemplate: boolean,
  notes: Set<string>,
): Body | { problem: string } {
  const type = textOf(fieldOf(response, "bodyType")) ?? (fieldOf(response, "filePath") ? "FILE" : "INLINE");
  if (type === "DATABUCKET") {
    const value = buckets.get(textOf(fieldOf(response, "databucketID")) ?? "");
    if (value === undefined) return { problem: "Its data bucket is not in the document." };
    notes.add("Its body is what its data bucket begins with: nothing is kept.");
    return { body: value };
  }
  const path = type === "FILE" && textOf(fieldOf(response, "filePath"));
  if (!path) return { body: textOf(fieldOf(response, "body")) ?? "" };
  return bodyOfFile(path, files, () => isTemplate, notes);
}

/** A response's own headers take the place of those of the environment. */
function mergedHeaders(response: unknown, { headers }: Environment): [string, string][] {
  const own = headersOf(response);
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...own] as [string, string][];
}

export function headersOf(value: unknown): [string, string][] {
  return listOf(fieldOf(value, "headers")).flatMap((header): [string, string][] => {
    const name = textOf(fieldOf(header, "key"))?.trim();
    return name ? [[name, textOf(fieldOf(header, "value")) ?? ""]] : [];
  });
}
