import { expect, it } from "vitest";
import { readRecordsFile } from "./records-file";

/** The records, of those that are refused why, or what is wrong with all. */
const recordsOf = async (text: string) => {
  const read = await readRecordsFile(text);
  return "rows" in read ? read.rows.map(({ record, problem }) => problem ?? record) : read.problem;
};

it.each<[what: string, text: string, records: unknown]>([
  [
    "columns besides id and name are metadata",
    "ID, Name ,plan,metadata.seats\nt1,Acme,pro,5\n t2 ,,,\n",
    [{ id: "t1", name: "Acme", metadata: { plan: "pro", seats: "5" } }, { id: "t2" }],
  ],
  ["without such columns there is no metadata", "id\nt1", [{ id: "t1" }]],
  ["fields at the end may be missing", "id,name,plan\nt1", [{ id: "t1" }]],
  ["blank lines", "id,plan\n,\na,b\n , \n,,,,\n", [{ id: "a", metadata: { plan: "b" } }]],
  ["a blank id is none", "id,name\n ,a", [{ name: "a" }]],
  [
    "dots after metadata lead into objects, dots in other names do not",
    "id,metadata.a.b,metadata.a.c,v.1,METADATA.constructor.name\n1,x,y,z,\n2,,y,,k",
    [
      { id: "1", metadata: { a: { b: "x", c: "y" }, "v.1": "z" } },
      { id: "2", metadata: { a: { c: "y" }, constructor: { name: "k" } } },
    ],
  ],
  [
    "a value and values below it",
    "id,metadata.a,metadata.a.b\n1,x,\n2,,y\n3,x,y",
    [
      { id: "1", metadata: { a: "x" } },
      { id: "2", metadata: { a: { b: "y" } } },
      "metadata.a.b is there already",
    ],
  ],
  [
    "a column of all metadata",
    'plan,id,Metadata\npro,1,"{""a"":1}"\n,2,{}\nfree,3,\nx,4,"{""plan"":null}"\n,5,[1]',
    [
      { id: "1", metadata: { a: 1, plan: "pro" } },
      { id: "2", metadata: {} },
      { id: "3", metadata: { plan: "free" } },
      "metadata.plan is there already",
      'metadata must be an object, such as {"plan": "pro"}',
    ],
  ],
  ["a name that objects have for themselves", "id,__proto__\n1,2", "A column can't be called __proto__."],
  ["the same deeper", "id,metadata.__proto__.x\n1,2", "A column can't be called __proto__."],
  ["a column without a name after a dot", "id,metadata.a.\n", "A column has no name in the first line."],
  ["all metadata twice", "id,metadata,METADATA\n", "The column metadata is there twice."],
  ["the id twice", "id,ID\n", "The column id is there twice."],
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
  [
    "fields beside metadata are put into it",
    '[{"id":"a","metadata":{"x":1},"plan":"pro"},{"id":"b","metadata":{"plan":1},"plan":"pro"},{"metadata":7,"x":1}]',
    [
      { id: "a", metadata: { x: 1, plan: "pro" } },
      "plan is there twice: beside metadata and in it",
      { metadata: 7 },
    ],
  ],
  [
    "numbers as ids, as far as they are exact",
    '[{"id":9007199254740991},{"id":9007199254740993},{"id":1.5},{"id":"9007199254740993"}]',
    [
      { id: "9007199254740991" },
      "id is a number that can't be read exactly. Write it in quotes",
      "id is a number that can't be read exactly. Write it in quotes",
      { id: "9007199254740993" },
    ],
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
])("%s", async (_, text, records) => {
  expect(await recordsOf(text)).toEqual(records);
});

it("says what is wrong with JSON, and where a record is", async () => {
  expect(await recordsOf("[{]")).toMatch(/^It is not JSON: .+\.$/);
  expect(await readRecordsFile('id\n\na\n"b"')).toMatchObject({
    rows: [{ place: "Line 3" }, { place: "Line 4" }],
  });
  expect(await readRecordsFile("[{},{}]")).toMatchObject({
    rows: [{ place: "Record 1" }, { place: "Record 2" }],
  });
});

it("reads more lines than go together in a slice", async () => {
  const lines = Array.from({ length: 45_000 }, (_, at) => `r${at}`);
  expect(await recordsOf(["id", ...lines].join("\n"))).toEqual(lines.map((id) => ({ id })));
});

it("leaves keys that objects have for themselves to the API", async () => {
  const read = await readRecordsFile(
    '[{"id":"a","__proto__":{"x":1}},{"id":"b","metadata":{},"__proto__":1}]',
  );
  const sent = "rows" in read ? read.rows.map(({ record }) => JSON.stringify(record.metadata)) : [];
  expect(sent).toEqual(['{"__proto__":{"x":1}}', '{"__proto__":1}']);
});
