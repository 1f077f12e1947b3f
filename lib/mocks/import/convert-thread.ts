import { carryOut } from "@/lib/platform/workers/carry-out";
import { checkEntries } from "./check-entries";
import { convertProgram } from "./convert-program";
import { converters } from "./converters";
import { readDocument } from "./read-document";

export default carryOut(convertProgram, ({ text, format: wanted }) => {
  const read = readDocument(text, wanted);
  if ("problem" in read) return read;
  const { document, format } = read;
  return { format, entries: checkEntries(converters[format](document)) };
});
