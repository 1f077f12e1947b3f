import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { type Steps, turns } from "@/lib/platform/process/turns";
import { costOfCompiling, patternProblem } from "./matching/linear-pattern";
import { expressionIn, isExpression } from "./matching/segments";
import type { MockResponse, When } from "./responses/contract";
import { templateProblem } from "./templates/template-problem";

type Headers = Record<string, string | string[]>;
type Fields = {
  endpoint: string;
  templated: boolean;
  responseBody: string;
  responseHeaders: Headers;
  responses: readonly MockResponse[];
  fallback: boolean;
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
  if (given.endpoint !== undefined && isExpression(mock.endpoint)) {
    const message = patternProblem({ pattern: expressionIn(mock.endpoint) });
    if (message) issues.push({ path: "endpoint", message });
    yield;
  }
  const { templated, responseBody, responseHeaders } = given;
  if (mock.templated && [templated, responseBody, responseHeaders].some((each) => each !== undefined)) {
    const body = { path: "responseBody", text: mock.responseBody };
    yield* checkTemplates([body, ...headerTexts("responseHeaders", mock.responseHeaders)], issues);
  }
  if (given.responses === undefined) return;
  for (const [at, { templated, body, headers }] of mock.responses.entries()) {
    const path = `responses.${at}`;
    if (!templated) continue;
    yield* checkTemplates(
      [{ path: `${path}.body`, text: body }, ...headerTexts(`${path}.headers`, headers)],
      issues,
    );
  }
  yield* checkPatterns(mock.responses, issues);
}

function* checkPatterns(responses: readonly MockResponse[], issues: Issue[]): Steps<void> {
  const patterns = responses.flatMap(({ when }, at) => patternsOf(when, `responses.${at}.when`));
  if (patterns.reduce((sum, pattern) => sum + costOfCompiling(pattern), 0) > compilingMax) {
    const message = "have too many conditions with matches, or too large ones: 50 short ones are allowed";
    issues.push({ path: "responses", message });
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
