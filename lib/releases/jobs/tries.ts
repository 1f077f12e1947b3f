import { attemptsMax } from "./lease";

/** A look-up that fails may be a moment's fault, so a name that nobody knows is looked up once more. */
const unknownHostMax = 2;

/** How many tries a failure that may pass is worth. */
export function triesFor(error: unknown): number {
  return isUnknownHost(error) ? unknownHostMax : attemptsMax;
}

/** Whether a resolver said that the name does not exist. `EAI_AGAIN` says that it could not tell. */
function isUnknownHost(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if ("code" in each && each.code === "ENOTFOUND") return true;
  }
  return false;
}
