import { invalid } from "./read-body";

/** What an address or key is made of by default: "Café  Bar!" becomes "cafe-bar"; "" when nothing is left. */
export function slugOf(name: string, lengthMax: number): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, lengthMax + 1)
    .replace(/^-+|-+$/g, "")
    .slice(0, lengthMax)
    .replace(/-+$/, "");
}

const keyLengthMax = 128;

/**
 * The key that was given, or the one that follows from the name.
 * @throws {AppError} `invalid_request` when the name has nothing to make a key of
 */
export function keyOrDefault(key: string | undefined, name: string): string {
  const made = key ?? slugOf(name, keyLengthMax);
  if (made) return made;
  throw invalid([{ path: "key", message: "is required, because the name has no letters a to z or digits" }]);
}
