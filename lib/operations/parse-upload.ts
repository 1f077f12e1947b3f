import busboy from "busboy";
import { form } from "@/lib/platform/budgets/budgets";
import { type Steps, turns } from "@/lib/platform/process/turns";
import { AppError } from "./errors";
import { invalid } from "./read-body";

/**
 * The parts of a form by name, files as `File`; several parts of one name are an array.
 * @param partsMax how many parts there may be
 * @throws {AppError} `unsupported_media_type`, or `invalid_request` for a form that cannot be read
 */
export async function parseUpload(
  bytes: Uint8Array,
  contentType: string | null,
  partsMax: number = form.partsMax,
): Promise<unknown> {
  if (contentType === null || !/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new AppError("unsupported_media_type", "Send the body as multipart/form-data.");
  }
  const parts: Part[] = [];
  const problem = await readParts(bytes, contentType, parts, partsMax);
  if (problem) throw invalid([{ path: "", message: problem }]);
  // Without a prototype, because names are the caller's.
  const byName: Record<string, unknown> = Object.create(null);
  for (const { name, value } of parts) {
    byName[name] = name in byName ? [byName[name], value].flat() : value;
  }
  return { ...byName };
}

/** A part of the type `application/octet-stream` is a file even without a name. */
type FileHead = { filename: string | undefined; mimeType: string };
type Part = { name: string; value: string | File };

/** Reads all parts. @returns why the form is refused, if it is */
function readParts(
  bytes: Uint8Array,
  contentType: string,
  parts: Part[],
  partsMax: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const malformed = () => resolve("the body is not a valid form");
    const tooMany = () => resolve(`the form must not have more than ${partsMax} parts`);
    const parser = parserOf(contentType, partsMax);
    if (!parser) return malformed();
    parser.on("field", (name: string | undefined, value, { nameTruncated, valueTruncated }) => {
      if (name === undefined || nameTruncated || valueTruncated) return malformed();
      parts.push({ name, value });
    });
    parser.on("file", (name: string | undefined, stream, { filename, mimeType }: FileHead) => {
      const chunks: Buffer[] = [];
      stream.on("error", malformed);
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (name === undefined || name.length > form.nameBytesMax) return malformed();
        const value = new File(chunks as BlobPart[], unescaped(filename ?? ""), { type: mimeType });
        parts.push({ name, value });
      });
    });
    parser.on("partsLimit", tooMany);
    parser.on("error", malformed);
    parser.on("close", () => resolve(undefined));
    turns().run(feeding(parser, bytes)).catch(malformed);
  });
}

function parserOf(contentType: string, partsMax: number): busboy.Busboy | undefined {
  try {
    return busboy({
      headers: { "content-type": contentType },
      // The name is cut to its last part where it is judged.
      preservePath: true,
      defParamCharset: "utf8",
      limits: {
        // The parser tells of a limit when it is reached.
        parts: partsMax + 1,
        fieldNameSize: form.nameBytesMax,
        fieldSize: form.textBytesMax,
        headerPairs: form.headersMax,
      },
    });
  } catch {
    return undefined;
  }
}

/** In slices, because looking for the boundary in a file that nearly contains it takes long. */
function* feeding(parser: busboy.Busboy, bytes: Uint8Array): Steps<void> {
  for (let at = 0; at < bytes.length && !parser.destroyed; at += form.sliceBytes) {
    parser.write(bytes.subarray(at, at + form.sliceBytes));
    yield;
  }
  parser.end();
}

/** Browsers write three characters of a file's name in percent-encoding, as the HTML standard says. */
const unescaped = (name: string) => name.replace(/%0a/gi, "\n").replace(/%0d/gi, "\r").replace(/%22/g, '"');
