import { expect, test } from "vitest";
import { StatementNames } from "./statement-names";

const times = (count: number, names: StatementNames, text: string) =>
  Array.from({ length: count }, () => names.of(text)).at(-1);

test("a statement has a name from its fifth time on, and always the same", () => {
  const [one, other] = [new StatementNames(), new StatementNames()];
  expect(times(4, one, "select 1")).toBeUndefined();
  const name = one.of("select 1");
  expect(name).toMatch(/^fieldkit_[0-9a-f]{40}$/);
  expect([one.of("select 1"), times(5, other, "select 1")]).toEqual([name, name]);
  expect(times(5, one, "select 2")).not.toBe(name);
});

test.each([
  ["searches", "select 1 where a LIKE $1"],
  ["very long ones", `select ${"1,".repeat(6000)}`],
])("%s never have one", (_, text) => {
  expect(times(20, new StatementNames(), text)).toBeUndefined();
});

test("there are only so many, and whoever has one keeps it", () => {
  const names = new StatementNames();
  const named = Array.from({ length: 500 }, (_, at) => times(5, names, `select ${at}`));
  expect(named.filter((name) => name !== undefined)).toHaveLength(60);
  expect(names.of("select 0")).toBe(named[0]);
});

test("statements that come once only do not push out the counts of others for good", () => {
  const names = new StatementNames();
  for (let at = 0; at < 2000; at += 1) {
    names.of(`select ${at}`);
    if (at % 100 === 0) names.of("often");
  }
  expect(names.of("often")).toBeDefined();
});
