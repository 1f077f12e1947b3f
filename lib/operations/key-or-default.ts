import { invalid } from "./read-body";
import { slugOf } from "./slug";

const keyLengthMax = 128;

/**
 * The given key, or one made from the name.
 * @throws {AppError} `invalid_request` when no key can be made from the name
 */
export function keyOrDefault(key: string | undefined, name: string): string {
  const made = key ?? slugOf(name, keyLengthMax);
  if (made) return made;
  throw invalid([{ path: "key", message: "is required, because the name has no letters a to z or digits" }]);
}
