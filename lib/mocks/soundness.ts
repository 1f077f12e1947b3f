import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { type Steps, turns } from "@/lib/platform/process/turns";
import { base64Problem } from "./answers/base64";
import type { Behaviour } from "./answers/contract";
import { addressProblems } from "./callbacks/callback-problems";
import type { MockCallback } from "./callbacks/contract";
import { expressionProblem } from "./matching/expression-problem";
import { costOfCompiling, patternProblem } from "./matching/linear-pattern";
import type { KeptResponse, When } from "./responses/contract";
import { templateProblem } from "./templates/template-problem";

type Headers = Record<string, string | string[]>;
type Fields = {
  endpoint: string;
  templated: boolean;
  bodyEncoding: Behaviour["bodyEncoding"];
  bodyFileId: string | null;
  responseBody: string;
  responseHeaders: Headers;
  responses: readonly KeptResponse[];
  fallback: boolean;
  callbacks: readonly MockCallback[];
};

/** Those of one mock together: a request that meets them first has them compiled, and may spend 5000 on that. */
const compilingMax = 4000;

/**
 * Checks what contracts can't, because browsers have no engines for it, and what depends on several fields.
 * @param given the fields of a call
 * @param mock what the mock will be with them
 * @throws {AppError} `invalid_request` with every place
 */
export async function requireSound(given: { [Name in keyof Fields]?: unknown }, mock: Fields): Promise<void> {
  const issues = await turns().run(soundnessProblems(given, mock));
  // Apart, because threads that read documents know nothing of what the operator allows.
  if (given.callbacks !== undefined) issues.push(...addressProblems(mock.callbacks));
  if (issues.length > 0) throw invalid(issues);
}

/** The same problems, in steps, because what people write can take milliseconds to compile. */
export function* soundnessProblems(
  given: { [Name in keyof Fields]?: unknown },
  mock: Fields,
): Steps<Issue[]> {
  const issues: Issue[] = [];
  if (!mock.fallback && mock.responses.length === 0) {
    const message = "must be true as long as there are no responses: the mock could never answer";
    issues.push({ path: "fallback", message });
  }
  yield* check(given, mock, issues);
  return issues;
}

function* check(given: { [Name in keyof Fields]?: unknown }, mock: Fields, issues: Issue[]): Steps<void> {
  if (given.endpoint !== undefined) {
    issues.push(...expressionProblems("endpoint", mock.endpoint));
    yield;
  }
  if (contentFields.some((name) => given[name] !== undefined)) {
    const { responseBody: body, responseHeaders: headers } = mock;
    const [bodyPath, headersPath] = ["responseBody", "responseHeaders"];
    yield* checkContent({ ...mock, body, headers }, { within: "", bodyPath, headersPath }, issues);
  }
  if (given.callbacks !== undefined) yield* checkCallbacks(mock.callbacks, issues);
  if (given.responses === undefined) return;
  for (const [at, response] of mock.responses.entries()) {
    const within = `responses.${at}.`;
    const [bodyPath, headersPath] = [`${within}body`, `${within}headers`];
    yield* checkContent(response, { within, bodyPath, headersPath }, issues);
  }
  yield* checkPatterns(mock.responses, issues);
}

function* checkCallbacks(callbacks: readonly MockCallback[], issues: Issue[]): Steps<void> {
  for (const [at, { templated, url, body, headers }] of callbacks.entries()) {
    if (!templated) continue;
    const path = `callbacks.${at}`;
    const texts = [
      { path: `${path}.url`, text: url },
      { path: `${path}.body`, text: body },
    ];
    yield* checkTemplates([...texts, ...headerTexts(`${path}.headers`, headers)], issues);
  }
}

const contentFields = ["templated", "bodyEncoding", "bodyFileId", "responseBody", "responseHeaders"] as const;

type Content = Pick<KeptResponse, "templated" | "bodyEncoding" | "bodyFileId" | "body" | "headers">;
type Paths = { within: string; bodyPath: string; headersPath: string };

/** What is sent: bytes can't be a template, and texts can be faulty ones. */
function* checkContent(
  { templated, bodyEncoding, bodyFileId, body, headers }: Content,
  { within, bodyPath, headersPath }: Paths,
  issues: Issue[],
): Steps<void> {
  if (bodyEncoding === "base64") {
    const message = base64Problem(body);
    if (message) issues.push({ path: bodyPath, message });
    yield;
  }
  if (!templated) return;
  if (bodyFileId || bodyEncoding === "base64") {
    const what = bodyFileId ? "the body is a file" : "the body is base64";
    issues.push({
      path: `${within}templated`,
      message: `must be false where ${what}: only texts are templates`,
    });
    return;
  }
  yield* checkTemplates([{ path: bodyPath, text: body }, ...headerTexts(headersPath, headers)], issues);
}

function* checkPatterns(responses: readonly KeptResponse[], issues: Issue[]): Steps<void> {
  const patterns = responses.flatMap(({ when }, at) => patternsOf(when, `responses.${at}.when`));
  yield* checkCompiling(patterns, "responses", issues);
}

/** What is wrong with the patterns of conditions that are no mock's. @param path where they are given */
export function* whenProblems(when: When, path: string): Steps<Issue[]> {
  const issues: Issue[] = [];
  yield* checkCompiling(patternsOf(when, path), path, issues);
  return issues;
}

/** What is wrong with an answer that is no mock's. @param path where it is given */
export function* answerProblems(answer: Content, path: string): Steps<Issue[]> {
  const issues: Issue[] = [];
  const within = `${path}.`;
  yield* checkContent(answer, { within, bodyPath: `${within}body`, headersPath: `${within}headers` }, issues);
  return issues;
}

/** What is wrong with an endpoint that is no mock's. @param path where it is given */
export function expressionProblems(path: string, endpoint: string): Issue[] {
  const message = expressionProblem(endpoint);
  return message ? [{ path, message }] : [];
}

function* checkCompiling(
  patterns: ReturnType<typeof patternsOf>,
  path: string,
  issues: Issue[],
): Steps<void> {
  if (patterns.reduce((sum, pattern) => sum + costOfCompiling(pattern), 0) > compilingMax) {
    const message = "have too many conditions with matches, or too large ones: 50 short ones are allowed";
    issues.push({ path, message });
    return;
  }
  for (const { path, ...source } of patterns) {
    const message = patternProblem(source);
    if (message) issues.push({ path, message });
    yield;
  }
}

function patternsOf(when: When, path: string) {
  if (!when) return [];
  const [join, conditions] = "all" in when ? (["all", when.all] as const) : (["any", when.any] as const);
  return conditions.flatMap(({ matches, ignoreCase }, at) =>
    matches === undefined ? [] : [{ path: `${path}.${join}.${at}.matches`, pattern: matches, ignoreCase }],
  );
}

function* checkTemplates(templates: readonly { path: string; text: string }[], issues: Issue[]): Steps<void> {
  for (const { path, text } of templates) {
    const problem = templateProblem(text);
    if (problem) {
      const { line, column, message } = problem;
      issues.push({ path, message: `has a mistake in line ${line}, column ${column}: ${message}` });
    }
    yield;
  }
}

const headerTexts = (path: string, headers: Headers) =>
  Object.entries(headers).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((text, at) => ({ path: `${path}.${name}.${at}`, text }))
      : [{ path: `${path}.${name}`, text: value }],
  );
