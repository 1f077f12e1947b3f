import { invalid } from "./read-body";
import { slugOf } from "./slug";

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
