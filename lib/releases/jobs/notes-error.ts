/** A failure that another try does not mend; the message is for the release. */
export class NotesError extends Error {
  override readonly name = "NotesError";
}
