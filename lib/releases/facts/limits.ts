import { NotesError } from "../jobs/notes-error";

/** How much of one message is read. */
export const messageLengthMax = 32 * 1024;
export const messageLinesMax = 500;

/** What all commits of a release may have together. Thirty thousand of a busy project stay below all of it. */
const commitsMax = 60_000;
const linesMax = 2_000_000;
const charactersMax = 64 * 1024 * 1024;

/** The notes as Markdown, in characters. */
export const notesLengthMax = 8 * 1024 * 1024;

/** Authors whom the trailers of one commit name. */
export const coAuthorsMax = 100;
/** Nobody's name is longer. */
export const nameLengthMax = 200;

/** @throws {NotesError} before work begins that takes minutes */
export function requireReadable(beginnings: Iterable<string>): void {
  let [commits, lines, characters] = [0, 0, 0];
  for (const text of beginnings) {
    commits += 1;
    characters += text.length;
    for (let at = 0; at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
    if (commits > commitsMax || lines > linesMax || characters > charactersMax) throw tooMuch();
  }
}

export const tooMuch = () =>
  new NotesError("There is too much in this range for one release's notes. Choose a shorter range.");
