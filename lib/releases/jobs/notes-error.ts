/** A failure that another try would not repair. The message is shown with the release. */
export class NotesError extends Error {
  override readonly name = "NotesError";
}
