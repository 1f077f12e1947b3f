import { isUtf8 } from "node:buffer";
import type { GivenFiles } from "./given-files";
import { importLimits, oneLine, storable } from "./read-document-values";

/** A body: a text, bytes as base64, or one of the files that came along. */
export type Body = { body: string; bodyEncoding?: "base64"; bodyFileId?: string };

/** Bytes as a text if they are one, so that people can read and change them. */
export const bodyOfBytes = (bytes: Buffer): Body =>
  isUtf8(bytes) && !bytes.includes(0)
    ? { body: bytes.toString() }
    : { body: bytes.toString("base64"), bodyEncoding: "base64" };

/** One of the files that came along. @param isTemplate whether what is in it is a template, which only a body can be */
export function bodyOfFile(
  name: string,
  files: GivenFiles,
  isTemplate: (text: string) => boolean,
  notes: Set<string>,
): Body {
  const file = files.find(name);
  if (!file) {
    notes.add(`Its body is a file that was not given: ${oneLine(name, 200)}.`);
    return { body: "" };
  }
  const content = Buffer.from(file.content);
  const mayBe = content.byteLength <= importLimits.fieldChars && content.includes("{{") && isUtf8(content);
  const text = mayBe ? storable(content.toString()) : undefined;
  return text !== undefined && isTemplate(text) ? { body: text } : { body: "", bodyFileId: file.id };
}
