import { and, eq } from "drizzle-orm";
import { mockFiles } from "@/db/schema/mock-files";
import type { MockRow } from "@/lib/mocks/to-mock";
import type { Ctx } from "@/lib/operations/context";

/** A file that is the body of an answer, as it travels with mocks. `id` is what they call it by. */
export type ExportedFile = { id: string; name: string; contentType: string; base64: string };

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
    const { id, projectId, name, contentType, content } = mockFiles;
    for (const wanted of this.#ids) {
      const [row] = await this.#db
        .select({ id, name, contentType, content })
        .from(mockFiles)
        .where(and(eq(projectId, this.#projectId), eq(id, wanted)));
      if (!row) continue;
      const { content: bytes, ...file } = row;
      yield { ...file, base64: Buffer.from(bytes).toString("base64") };
    }
  }
}
