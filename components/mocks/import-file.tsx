"use client";

import { documentAmong } from "@/components/mocks/import-choice";
import { isPasted, type MockImport } from "@/components/mocks/use-mock-import";
import { byteSize } from "@/components/ui/byte-size";
import { FilePlace } from "@/components/ui/file-place";
import { importLimits } from "@/lib/mocks/import/contract";

const copyOf = async (file: File) => new File([await file.arrayBuffer()], file.name, { type: file.type });
const filesWord = (count: number) => (count === 1 ? "a file" : `${count} files`);

/** The place for a file, and those that it mentions. What it would do is asked as soon as there is one. */
export function ImportFile({ of: { choice, busy, preview, choose } }: { of: MockImport }) {
  async function take(given: readonly File[]) {
    if (given.length === 0 || busy) return;
    const size = given.reduce((sum, each) => sum + each.size, 0);
    // Read at once: what is imported is what was seen, whatever becomes of the files.
    const read = size <= importLimits.bytesMax ? await Promise.all(given.map(copyOf)) : given;
    const { document, others } = await documentAmong(read);
    if (document) await preview({ file: document, files: others });
    else choose({ file: undefined, files: [] }, "None of these files is a document that can be imported.");
  }

  return (
    <FilePlace
      file={choice.file && !isPasted(choice.file) ? choice.file : undefined}
      besides={choice.files.length > 0 ? `, with ${filesWord(choice.files.length)}` : undefined}
      multiple
      disabled={busy !== undefined}
      onFiles={(files) => void take(files)}
    >
      Drop a file here, or choose one: JSON or YAML, at most {byteSize(importLimits.bytesMax)}. Files that it
      mentions as bodies, such as WireMock’s, come along when you choose them together.
    </FilePlace>
  );
}
