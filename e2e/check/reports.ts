import { relative } from "node:path";
import type { Counts } from "./steps";

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; ancestorTitles: string[]; title: string }[];
  }[];
};

/** What Vitest's JSON says, the files that could not be run or tidied up among the failures. */
export function vitestCounts(text: string): Counts {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(text) as VitestReport;
  let failed = numFailedTests;
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const tests = assertionResults
      .filter((each) => each.status === "failed")
      .map(({ ancestorTitles, title }) => [file, ...ancestorTitles, title].join(" > "));
    if (status !== "failed" || tests.length > 0) return tests;
    failed += 1;
    return [`${file}: ${(message ?? "").split("\n", 1)[0]}`];
  });
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(process.cwd(), name),
    seconds: Math.max(0, endTime - startTime) / 1000,
  }));
  return { passed: numPassedTests, failed, failures, files };
}

type Spec = {
  title: string;
  file: string;
  ok: boolean;
  tests: { results: { duration: number }[] }[];
};
type Suite = { suites?: Suite[]; specs?: Spec[]; title: string };
type PlaywrightReport = {
  suites: Suite[];
  errors: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number };
};

/** What Playwright's JSON says; a test that passed only at another try has failed. */
export function playwrightCounts(text: string): Counts {
  const { suites, errors, stats } = JSON.parse(text) as PlaywrightReport;
  const broken = errors.map(({ message = "" }) => message.split("\n", 1)[0] ?? "");
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + broken.length,
    failures: [...suites.flatMap((suite) => failedSpecs(suite, [])), ...broken],
    files: suites.map((suite) => ({ name: suite.title, seconds: millisecondsOf(suite) / 1000 })),
  };
}

function millisecondsOf({ suites = [], specs = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const ofSuites = suites.reduce((sum, suite) => sum + millisecondsOf(suite), 0);
  return own.reduce((sum, { duration }) => sum + duration, ofSuites);
}

function failedSpecs({ suites = [], specs = [], title }: Suite, above: string[]): string[] {
  const path = [...above, title].filter(Boolean);
  return [
    ...specs.filter(({ ok }) => !ok).map((spec) => [...path, spec.title].join(" > ")),
    ...suites.flatMap((suite) => failedSpecs(suite, path)),
  ];
}
