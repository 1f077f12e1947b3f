/** The endpoint that is this path itself: nothing in it is a placeholder. */
export function literalPath(path: string): string {
  const encoded = path.replace(/[:{}?#]/g, (mark) => encodeURIComponent(mark));
  return encoded.replace(/(^|\/)\*$/, "$1%2A");
}
