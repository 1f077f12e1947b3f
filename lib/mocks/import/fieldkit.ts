import { createMock } from "@/lib/mocks/contract";
import { base64Problem } from "../answers/base64";
import type { FileInDocument, LeftOutFile } from "./convert-program";
import type { Converted, Converter, MockFields } from "./converted";
import { fieldOf, isFields, listOf, nameFrom, oneLine, textOf } from "./read-document-values";

const names = Object.keys(createMock.body.shape);

/** The mocks of a document of our own: an export, or mocks as the API shows them, alone or in a list. */
export function mocksIn(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document;
  const mocks = fieldOf(document, "mocks");
  if (Array.isArray(mocks)) return mocks;
  return isShownMock(document) ? [document] : undefined;
}

/** Something else may have an endpoint, too, but not with an answer beside it. */
export const isShownMock = (value: unknown): boolean =>
  typeof fieldOf(value, "endpoint") === "string" &&
  ["responseBody", "statusCode", "projectId"].some((name) => fieldOf(value, name) !== undefined);

/** Our own form: `{"fieldkit": 1, "mocks": […]}`, each mock as the API shows it. Ids and times are made anew. */
export const convertFieldkit: Converter = (document) =>
  listOf(mocksIn(document)).map((mock, at): Converted => {
    if (!isFields(mock)) return { source: `mocks.${at}`, skipped: "It is no object." };
    const endpoint = textOf(mock.endpoint);
    const method = textOf(mock.method) ?? "GET";
    const source = endpoint === undefined ? `mocks.${at}` : oneLine(`${method} ${endpoint}`, 300);
    const missing = lists.find(([name, count]) => Number(mock[count]) > 0 && mock[name] === undefined);
    if (missing)
      return { source, skipped: `Its ${missing[0]} are not in the document. List mocks with them.` };
    const fields = Object.fromEntries(Object.entries(mock).filter(([name]) => names.includes(name)));
    // What is wrong with it is found as for all others.
    return { source, mock: fields as MockFields, notes: [] };
  });

/** What rows of a list may go without, and where they say how many there are nevertheless. */
const lists = [
  ["responses", "responseCount"],
  ["callbacks", "callbackCount"],
] as const;

/** The files that are in a document of our own. What is wrong with one is told of the mocks that have it. */
export const filesInDocument = (document: unknown): FileInDocument[] =>
  listOf(fieldOf(document, "files")).flatMap((file): FileInDocument[] => {
    const [id, base64] = [textOf(fieldOf(file, "id")), textOf(fieldOf(file, "base64"))];
    if (id === undefined || base64 === undefined || base64Problem(base64)) return [];
    const content = Buffer.from(base64, "base64");
    const contentType = textOf(fieldOf(file, "contentType")) ?? "";
    return [{ id: id.toLowerCase(), name: textOf(fieldOf(file, "name")) ?? "", contentType, content }];
  });

/** The files that a document of our own says it has left out. */
export const filesLeftOut = (document: unknown): LeftOutFile[] =>
  listOf(fieldOf(document, "files")).flatMap((file): LeftOutFile[] => {
    const [id, sha256] = [textOf(fieldOf(file, "id")), textOf(fieldOf(file, "sha256"))];
    if (id === undefined || fieldOf(file, "leftOut") === undefined) return [];
    if (sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256)) return [];
    const contentType = textOf(fieldOf(file, "contentType")) ?? "";
    return [{ id: id.toLowerCase(), name: nameFrom(fieldOf(file, "name")), contentType, sha256 }];
  });
