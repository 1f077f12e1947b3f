import { expect, it } from "vitest";
import { readRecordsFile } from "./records-file";

const recordsOf = (text: string) => {
  const read = readRecordsFile(text);
  return "rows" in read ? read.rows.map(({ record }) => record) : read.problem;
};

it.each<[what: string, text: string, records: unknown]>([
  [
    "columns besides id and name are metadata",
    "ID, Name ,plan,metadata.seats\nt1,Acme,pro,5\n t2 ,,,\n",
    [
      { id: "t1", name: "Acme", metadata: { plan: "pro", seats: "5" } },
      { id: "t2", metadata: {} },
    ],
  ],
  ["without such columns there is no metadata", "id\nt1", [{ id: "t1" }]],
  ["fields at the end may be missing", "id,name,plan\nt1", [{ id: "t1", metadata: {} }]],
  ["a name alone", "name\n007", [{ name: "007" }]],
  [
    "records as the API takes them",
    '[{"id":"a","metadata":{"x":1}},{"name":null}]',
    [{ id: "a", metadata: { x: 1 } }, { name: null }],
  ],
  [
    "records as the API lists them",
    '[{"id":"a","group":{"id":"g"},"name":"A","metadata":{},"createdAt":"x"}]',
    [{ id: "a", name: "A", metadata: {} }],
  ],
  [
    "objects with other fields",
    '[{"id":7,"plan":"pro","seats":5}]',
    [{ id: "7", metadata: { plan: "pro", seats: 5 } }],
  ],
  ["a body as the API takes it", '{"records":[{"id":"a"}]}', [{ id: "a" }]],
  ["what is no record is left to the API", "[1,null,[]]", [1, null, []]],
  ["nothing", "  \n", "There are no records in it."],
  ["a header alone", "id,name\n", "There are no records in it."],
  [
    "no header",
    "plan,seats\npro,5",
    "The first line must name the columns, id or name among them, such as id,name,plan.",
  ],
  ["a column twice", "id,plan,metadata.plan\n", "The column metadata.plan is there twice."],
  ["a column without a name", "id,,x\n", "A column has no name in the first line."],
  [
    "too many fields",
    "id,name\na,b\nc,d,e",
    "Line 3 has 3 fields, where the header has 2. Put a field with commas in it into quotes.",
  ],
  ["no list", '{"id":"a"}', 'JSON must be a list of records, such as [{"id": "tenant-1"}].'],
])("%s", (_, text, records) => {
  expect(recordsOf(text)).toEqual(records);
});

it("says what is wrong with JSON, and where a record is", () => {
  expect(recordsOf("[{]")).toMatch(/^It is not JSON: .+\.$/);
  expect(readRecordsFile('id\n\na\n"b"')).toMatchObject({ rows: [{ place: "Line 3" }, { place: "Line 4" }] });
  expect(readRecordsFile("[{},{}]")).toMatchObject({ rows: [{ place: "Record 1" }, { place: "Record 2" }] });
});
