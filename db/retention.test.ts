import { readFileSync } from "node:fs";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

const modules = import.meta.glob<Record<string, unknown>>(["./schema/*.ts", "!./schema/*.test.ts"], {
  eager: true,
});

test("docs/retention.md says of every table when its rows are deleted", () => {
  const tables = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .flatMap((each) => (is(each, PgTable) ? [getTableName(each)] : []));
  const lines = readFileSync("docs/retention.md", "utf8").matchAll(/^\| (`.*?) +\|/gm);
  const documented = [...lines].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(documented.sort()).toEqual([...new Set(tables)].sort());
});
