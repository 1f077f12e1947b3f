import type { MockRow } from "@/lib/mocks/to-mock";
import type { Ctx } from "@/lib/operations/context";
import type { Steps } from "@/lib/platform/process/turns";
import type { DocumentText } from "./document-text";

/** What mocks are exported of. */
export type Exported = { project: { id: string; name: string }; mockBaseUrl: string; db: Ctx["db"] };

/** Makes a document of mocks that come in pages. */
export type DocumentWriter = {
  add(mocks: readonly MockRow[]): Steps<void>;
  /** Writes what could not be written before all mocks were known. */
  end(): Promise<void>;
};

export type MakesWriter = (text: DocumentText, of: Exported) => DocumentWriter;
