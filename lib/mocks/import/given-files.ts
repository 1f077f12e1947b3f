/** A file that came with a document, by the id that its mocks call it by. */
export type GivenFile = { id: string; name: string; content: Uint8Array };

/** The files that came with a document. Documents name them by paths, of which uploads often have the end only. */
export class GivenFiles {
  readonly #files: readonly { path: string; file: GivenFile }[];

  constructor(files: readonly GivenFile[] = []) {
    this.#files = files.map((file) => ({ path: plain(file.name), file }));
  }

  /** The one with this path, or the only one whose path ends as this one does. */
  find(written: string): GivenFile | undefined {
    const wanted = plain(written);
    const exact = this.#files.find(({ path }) => path === wanted);
    if (exact) return exact.file;
    const alike = this.#files.filter(
      ({ path }) => path !== "" && (endsIn(path, wanted) || endsIn(wanted, path)),
    );
    return alike.length === 1 ? alike[0]?.file : undefined;
  }
}

/** Without the folder that WireMock has its files in, and what says that it begins here. */
const plain = (path: string) => path.replaceAll("\\", "/").replace(/^(?:\.?\/)*(?:__files\/)?/, "");

const endsIn = (path: string, end: string) => end !== "" && path.endsWith(`/${end}`);
