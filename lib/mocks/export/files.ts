import { and, eq } from "drizzle-orm";
import { mockFiles } from "@/db/schema/mock-files";
import type { MockRow } from "@/lib/mocks/to-mock";
import type { Ctx } from "@/lib/operations/context";
import { exportedFileBytesMax } from "./contract";

/**
 * A file that is the body of an answer, as it travels with mocks. `id` is what they call it by. One that is too large is
 * described, so that an import knows it where it is.
 */
export type ExportedFile = { id: string; name: string; contentType: string } & (
  | { base64: string }
  | { sha256: string; leftOut: string }
);

const leftOut = `It has more than ${exportedFileBytesMax / 1024 ** 2} MiB. Upload it to the project first, with the same type.`;

/** The files that are bodies of exported mocks. */
export class FilesOfMocks {
  readonly #db: Ctx["db"];
  readonly #projectId: string;
  readonly #ids = new Set<string>();

  constructor(db: Ctx["db"], projectId: string) {
    this.#db = db;
    this.#projectId = projectId;
  }

  note({ bodyFileId, responses }: Pick<MockRow, "bodyFileId" | "responses">): void {
    for (const id of [bodyFileId, ...responses.map((response) => response.bodyFileId)]) {
      if (id) this.#ids.add(id);
    }
  }

  /** One after the other, because all of them may be more than memory should hold. Those that are gone are left out. */
  async *read(): AsyncGenerator<ExportedFile> {
    const { id, projectId, name, contentType, size, sha256, content } = mockFiles;
    for (const wanted of this.#ids) {
      const isIt = and(eq(projectId, this.#projectId), eq(id, wanted));
      const described = { id, name, contentType, size, sha256 };
      const [row] = await this.#db.select(described).from(mockFiles).where(isIt);
      if (!row) continue;
      const file = { id: row.id, name: row.name, contentType: row.contentType };
      if (row.size > exportedFileBytesMax) {
        yield { ...file, sha256: row.sha256, leftOut };
        continue;
      }
      const [found] = await this.#db.select({ content }).from(mockFiles).where(isIt);
      if (found) yield { ...file, base64: Buffer.from(found.content).toString("base64") };
    }
  }
}
