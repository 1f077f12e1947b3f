import { expect, it } from "vitest";
import { recordIds } from "./record-ids";
import type { FileRow } from "./records-file";

const row = (record: unknown): FileRow => ({ place: "Line 2", record: record as FileRow["record"] });

it.each<[what: string, row: FileRow]>([
  ["has an id", row({ id: "a" })],
  ["has an id that is refused", row({ id: "" })],
  ["is no record", row(null)],
  ["is a list", row([])],
  ["is refused already", { ...row({ name: "A" }), problem: "id is too long" }],
])("leaves alone what %s", (_, given) => {
  expect(recordIds("ten")()(given)).toEqual(given);
});

it("makes ids of the group, each its own, also for equal records", () => {
  const withId = recordIds("ten")();
  const rows = [row({ name: "A" }), row({ name: "A" }), row({ name: "B" })].map(withId);
  for (const { record, isMade } of rows) {
    expect(record.id).toMatch(/^ten-[A-Za-z0-9]{27}$/);
    expect(isMade).toBe(true);
  }
  expect(new Set(rows.map(({ record }) => record.id)).size).toBe(3);
});

it("the same record gets the same id in each reading, whatever stands around it", () => {
  const beginReading = recordIds("ten");
  const idsOf = (names: string[]) => {
    const withId = beginReading();
    return names.map((name) => withId(row({ name })).record.id);
  };
  const [a, b, again] = idsOf(["A", "B", "A"]);
  expect(idsOf(["A", "B", "A"])).toEqual([a, b, again]);
  expect(idsOf(["new", "A", "A", "B"]).slice(1)).toEqual([a, again, b]);
});
