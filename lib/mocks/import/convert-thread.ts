import { carryOut } from "@/lib/platform/workers/carry-out";
import { checkEntries } from "./check-entries";
import { convertProgram } from "./convert-program";
import { converters } from "./converters";
import { filesInDocument, filesLeftOut } from "./fieldkit";
import { GivenFiles } from "./given-files";
import { packedEntries } from "./packed-entries";
import { readDocument } from "./read-document";

export default carryOut(convertProgram, ({ text, format: wanted, files }) => {
  const read = readDocument(text, wanted);
  if ("problem" in read) return read;
  const { document, format } = read;
  const packed = packedEntries(checkEntries(converters[format](document, new GivenFiles(files))));
  if (format !== "fieldkit") return { format, packed, files: [], leftOut: [] };
  return { format, packed, files: filesInDocument(document), leftOut: filesLeftOut(document) };
});
