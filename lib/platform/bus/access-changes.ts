import { bus } from "./bus";

/** Channel that says that somebody may have lost access: streams then ask anew. */
export const accessChannel = "stream-access";

/** Call it after the commit of whatever takes access away (`ctx.after`). */
export function announceAccessChange(): Promise<void> {
  return bus().publish(accessChannel, {});
}
