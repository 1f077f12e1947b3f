import { createMock } from "@/lib/mocks/contract";
import { base64Problem } from "../answers/base64";
import type { FileInDocument, LeftOutFile } from "./convert-program";
import type { Converted, Converter, MockFields } from "./converted";
import { fieldOf, isFields, listOf, nameFrom, textOf } from "./read-document-values";

const names = Object.keys(createMock.body.shape);

/** Our own form: `{"fieldkit": 1, "mocks": […]}`, each mock as the API shows it. Ids and times are made anew. */
export const convertFieldkit: Converter = (document) => {
  const mocks = fieldOf(document, "mocks");
  return (Array.isArray(mocks) ? mocks : []).map((mock, at): Converted => {
    const source = `mocks.${at}`;
    if (!isFields(mock)) return { source, skipped: "It is no object." };
    const fields = Object.fromEntries(Object.entries(mock).filter(([name]) => names.includes(name)));
    // What is wrong with it is found as for all others.
    return { source: `${mock.method} ${mock.endpoint}`, mock: fields as MockFields, notes: [] };
  });
};

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
