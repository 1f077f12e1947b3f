import { expect, test } from "vitest";
import { documentAmong } from "./import-choice";

const mappings = '{"mappings": []}';

test.each<[string, Record<string, string>, string | undefined]>([
  ["one file, whatever it is", { "a.bin": "x" }, "a.bin"],
  ["none", {}, undefined],
  ["the mappings among bodies", { "users.json": "[1]", "all.json": mappings, "logo.png": "x" }, "all.json"],
  ["a mapping", { "a.json": '{"id": 1}', "b.json": '{"request": {}, "response": {}}' }, "b.json"],
  ["OpenAPI in YAML", { "a.yaml": "title: x", "b.yml": "# a comment\nopenapi: 3.1.0" }, "b.yml"],
  ["a broken one by its name", { "logo.png": "x", "all.json": "{" }, "all.json"],
  ["nothing that could be one", { "a.png": "x", "b.png": "y" }, undefined],
])("%s", async (_, given, expected) => {
  const files = Object.entries(given).map(([name, text]) => new File([text], name));
  const { document, others } = await documentAmong(files);
  expect(document?.name).toBe(expected);
  expect(others).toEqual(files.filter((file) => file !== document));
});
