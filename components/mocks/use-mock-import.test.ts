import { expect, test } from "vitest";
import { ApiError } from "@/lib/operations/client";
import { problemIn, resultWords } from "./use-mock-import";

const refused = (path: string, message: string) =>
  new ApiError("The request is invalid.", 400, "invalid_request", [{ path, message }]);
const remedy = "Mend it and choose it again, or say which format it has.";

test.each([
  [refused("file", "The document is empty"), `The document is empty. ${remedy}`],
  [
    refused("file", "takes too long to read; import parts of it"),
    `The document takes too long to read; import parts of it. ${remedy}`,
  ],
  [refused("existing", "must be replace or keep"), "existing must be replace or keep."],
  [new ApiError("There are too many mocks.", 409, "conflict", []), "There are too many mocks."],
  [new Error("It has more than 5 MiB."), "It has more than 5 MiB."],
])("what is wrong with an import: %s", (error, said) => {
  expect(problemIn(error)).toBe(said);
});

test.each([
  ["created", "to be created"],
  ["changed", "to be changed"],
  ["unchanged", "unchanged"],
  ["skipped", "to be skipped"],
] as const)("an entry that is %s afterwards is %s before", (result, planned) => {
  expect([resultWords(result, true), resultWords(result, false)]).toEqual([planned, result]);
});
