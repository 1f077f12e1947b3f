import { bus } from "./bus";

/** Channel on which a process says that somebody may have lost access. Streams then check again. */
export const accessChannel = "stream-access";

/** Must be called after the commit of any change that takes access away (`ctx.after`). */
export function announceAccessChange(): Promise<void> {
  return bus().publish(accessChannel, {});
}
