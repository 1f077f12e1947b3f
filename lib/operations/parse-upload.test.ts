import { describe, expect, it } from "vitest";
import { parseUpload } from "./parse-upload";

const MiB = 1024 * 1024;
const type = "multipart/form-data; boundary=x";
const part = (name: string, content: string, more = "") =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const form = (...parts: string[]) => Buffer.from(`${parts.join("")}--x--\r\n`);

/** What came of a form: its parts with files as texts, or the code and first problem of the refusal. */
async function outcomeOf(bytes: Uint8Array, contentType: string | null = type): Promise<unknown> {
  try {
    const parts = Object.entries((await parseUpload(bytes, contentType)) as Record<string, unknown>);
    const shown = parts.map(async ([name, value]) => [
      name,
      await Promise.all([value].flat().map((each) => (each instanceof File ? textOf(each) : each))),
    ]);
    return Object.fromEntries(await Promise.all(shown));
  } catch (error) {
    const { code, issues } = error as { code: string; issues?: { message: string }[] };
    return [code, issues?.[0]?.message];
  }
}
const textOf = async (file: File) => `${file.name} ${file.type} ${await file.text()}`;

it("gives files and texts by name", async () => {
  const file = part("file", "hello", '; filename="a%22\\"é.txt"\r\nContent-Type: text/x');
  expect(await outcomeOf(form(file))).toEqual({ file: ['a""é.txt text/x hello'] });
  expect(await outcomeOf(form(part("a", "1"), part("a", "2")))).toEqual({ a: ["1", "2"] });
  expect(await outcomeOf(form(part("__proto__", "1")))).toEqual({ ["__proto__"]: ["1"] });
  expect(await outcomeOf(form())).toEqual({});
});

describe("refuses", () => {
  const malformed = ["invalid_request", "the body is not a valid form"];
  const tooMany = ["invalid_request", "the form must not have more than 4 parts"];
  it.each([
    ["another type", form(), "application/json", ["unsupported_media_type", undefined]],
    ["no type", form(), null, ["unsupported_media_type", undefined]],
    ["no boundary", form(), "multipart/form-data", malformed],
    ["a form that breaks off in a head", Buffer.from("--x\r\nContent-Disp"), type, malformed],
    ["a form that breaks off in a file", Buffer.from(part("a", "b", '; filename="c"')), type, malformed],
    ["nothing", Buffer.alloc(0), type, malformed],
    ["a long name", form(part("n".repeat(101), "", '; filename="c"')), type, malformed],
    ["a long text", form(part("a", "b".repeat(2000))), type, malformed],
    ["a head without end", Buffer.from(`--x\r\n${"A: b\r\n".repeat(10_000)}`), type, malformed],
    ["five parts", form(...["a", "b", "c", "d", "e"].map((name) => part(name, "1"))), type, tooMany],
  ])("%s", async (_, bytes, contentType, refusal) => {
    expect(await outcomeOf(bytes, contentType)).toEqual(refusal);
  });
});

it.each([
  ["names", 16_000, (at: number) => part(`n${at}`, "")],
  ["parts of one name", 50_000, () => part("n", "")],
  ["files", 40_000, () => part("n", "", '; filename="a"')],
  ["heads without names", 60_000, () => "--x\r\nA: b\r\n\r\n\r\n"],
])("%s beyond the limit are not even looked at", async (_, count, make) => {
  const bytes = form(...Array.from({ length: count }, (_, at) => make(at)));
  expect(await outcomeOf(bytes)).toEqual(["invalid_request", "the form must not have more than 4 parts"]);
});

it("gives others a turn while it looks through a file that nearly contains the boundary", async () => {
  const long = "x".repeat(70);
  const file = `\r\n--${long.slice(1)}y`.repeat((5 * MiB) / 74);
  const body = `--${long}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${file}\r\n--${long}--\r\n`;
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  const parsed = (await parseUpload(Buffer.from(body), `multipart/form-data; boundary=${long}`)) as {
    file: File;
  };
  clearInterval(counting);
  expect(parsed.file.size).toBe(file.length);
  expect(turns).toBeGreaterThan(1);
});
