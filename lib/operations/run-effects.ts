import { log } from "@/lib/platform/log/log";
import type { Ctx } from "./context";

/** What is committed stays so: where an effect fails, the others follow, and its values expire. */
export async function runEffects(effects: readonly Parameters<Ctx["after"]>[0][]): Promise<void> {
  for (const effect of effects) {
    try {
      await effect();
    } catch (err) {
      log().warn({ err }, "a change is stored, and not all processes could be told");
    }
  }
}
