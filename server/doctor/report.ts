import type { Finding } from "./finding";

const marks = { good: "✓", note: "!", bad: "✗" } as const;

/** What was found, for people in lines or for programs as JSON. */
export function report(findings: readonly Finding[], form: "json" | "lines"): string {
  const count = (state: Finding["state"]) => findings.filter((each) => each.state === state).length;
  if (form === "json") return JSON.stringify({ ok: count("bad") === 0, checks: findings }, null, 2);
  const width = Math.max(0, ...findings.map(({ name }) => name.length));
  const indent = " ".repeat(width + 4);
  const lines = findings.flatMap(({ name, state, found, advice }) => [
    `${marks[state]} ${name.padEnd(width)}  ${found}`,
    ...(advice === undefined || state === "good" ? [] : [`${indent}→ ${advice}`]),
  ]);
  return [...lines, "", summary(count("bad"), count("note"))].join("\n");
}

function summary(bad: number, notes: number): string {
  const should = notes === 0 ? "" : `${notes} should be known`;
  if (bad === 0) return notes === 0 ? "Everything works." : `Everything works; ${should}.`;
  return `${bad} ${bad === 1 ? "does" : "do"} not work${should && `, ${should}`}.`;
}
