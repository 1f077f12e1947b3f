import { CommitsError } from "@/lib/platform/commits/commits-error";
import { attemptsMax } from "./lease";

/** A look-up that fails may be a moment's fault, so a name that nobody knows is looked up once more. */
const unknownHostMax = 2;

/** How many tries a failure that may pass is worth. */
export const triesFor = (error: unknown) =>
  error instanceof CommitsError && error.isUnknownHost ? unknownHostMax : attemptsMax;
