import { expect, it } from "vitest";
import { EngineLog } from "./engine-log";

const at = "2026-11-22 18:19:24.882 UTC [42]";

function heard(...lines: string[]) {
  const troubles: string[] = [];
  const log = new EngineLog((line) => troubles.push(line));
  for (const line of lines) log.add(line);
  return { troubles, reason: log.reason, lastPlain: log.lastPlain };
}

it("keeps the last line that explains an end", () => {
  const panic = 'PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device';
  const { reason, troubles } = heard(
    `${at} FATAL:  something before`,
    `${at} ${panic}`,
    `${at} STATEMENT:  delete from a`,
    "Aborted()",
  );
  expect(reason).toBe('PANIC: could not write to file "pg_wal/xlogtemp.42": No space left on device');
  expect(troubles).toEqual([]);
});

it.each([
  ['could not extend file "base/5/16384": No space left on device', true],
  ["invalid page in block 0 of relation base/5/1259", true],
  ['relation "nowhere" does not exist', false],
  ['duplicate key value violates unique constraint "a"', false],
])("an error of a statement, %s, is told of: %s", (text, isTold) => {
  const { reason, troubles } = heard(`${at} ERROR:  ${text}`);
  expect(troubles).toEqual(isTold ? [text] : []);
  expect(reason).toBeUndefined();
});

it("keeps what is said before there is a log, with the directory's own name", () => {
  const { lastPlain } = heard('postgres: could not access "/pglite/data/postgresql.conf"', "pglitec: shmctl");
  expect(lastPlain).toBe('postgres: could not access "postgres/postgresql.conf"');
});
