import { v7 as uuidv7 } from "uuid";
import { AppError } from "@/lib/operations/errors";
import { contentTypeOf, fileNameOf } from "@/lib/operations/file-name";
import type { Fields } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { turns } from "@/lib/platform/process/turns";
import { runInWorker } from "@/lib/platform/workers/run-in-worker";
import { WorkerError } from "@/lib/platform/workers/worker-error";
import { withAllowedCallbacks } from "./allowed-callbacks";
import type { importMocks } from "./contract";
import {
  type CheckedEntry,
  type ConversionInput,
  convertProgram,
  type FileInDocument,
  type ImportFormat,
  type LeftOutFile,
} from "./convert-program";
import type { NewFile } from "./import-files";
import { unpackedEntries } from "./packed-entries";

export type ConvertedDocument = {
  format: ImportFormat;
  entries: CheckedEntry[];
  /** Those that came along and those that are in the document, by the ids that its entries call them by. */
  files: NewFile[];
  leftOut: LeftOutFile[];
};

/** @throws {AppError} `invalid_request` for a document that can't be read, `unavailable` when too many wait */
export async function convertDocument(
  { file, files = [], format: wanted }: Pick<Fields<typeof importMocks>, "file" | "files" | "format">,
  projectId: string,
): Promise<ConvertedDocument> {
  const given = await Promise.all(files.map(asGiven));
  const input = {
    text: await textOf(file),
    format: wanted,
    files: given.map(({ id, name, content }) => ({ id, name, content })),
  };
  const { files: inDocument, packed, ...converted } = await convertedInWorker(input, projectId);
  const entries = await turns().run(unpackedEntries(packed));
  const allowed = await turns().run(withAllowedCallbacks(entries, converted.format));
  return { ...converted, entries: allowed, files: [...given, ...inDocument].map(asNew) };
}

/** @throws {AppError} `invalid_request` for what is not UTF-8, because nobody would notice what became of its letters */
async function textOf(file: File): Promise<string> {
  // Each when it is its turn: megabytes take milliseconds to copy, and those of several imports would add up.
  const bytes = await turns().begin(() => file.arrayBuffer());
  try {
    return await turns().begin(() => strictUtf8.decode(bytes));
  } catch {
    throw invalid([{ path: "file", message: "must be in UTF-8" }]);
  }
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

async function asGiven(file: File): Promise<FileInDocument> {
  const content = Buffer.from(await file.arrayBuffer());
  return { id: uuidv7(), name: file.name, contentType: file.type, content };
}

const asNew = ({ id, name, contentType, content }: FileInDocument): NewFile => ({
  ...{ id, name: fileNameOf(name) ?? "file", contentType: contentTypeOf(contentType) },
  content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
});

async function convertedInWorker(input: ConversionInput, projectId: string) {
  try {
    const output = await runInWorker(convertProgram, input, { key: projectId });
    if ("problem" in output) throw invalid([{ path: "file", message: output.problem }]);
    return output;
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    if (error.reason === "deadline" || error.reason === "memory") {
      throw invalid([{ path: "file", message: "takes too long to read; import parts of it" }]);
    }
    throw new AppError("unavailable", "Too many documents are being read. Try again in a moment.", {
      headers: { "retry-after": "2" },
      cause: error,
    });
  }
}
