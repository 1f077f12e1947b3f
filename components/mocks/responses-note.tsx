/** What more responses are for, where there are none. */
export function ResponsesNote() {
  return (
    <p className="max-w-[68ch] text-ink-mute text-sm">
      A mock can give different answers to different requests, to one after the other, or by chance. For
      example 404 when <code className="text-ink-soft">id</code> in the path is 0, and the response above for
      all others.
    </p>
  );
}
