import { log } from "@/lib/platform/log/log";
import type { Ctx } from "./context";

/** Runs every effect of a committed change. If one fails, the failure is logged and cached values expire on their own. */
export async function runEffects(effects: readonly Parameters<Ctx["after"]>[0][]): Promise<void> {
  for (const effect of effects) {
    try {
      await effect();
    } catch (err) {
      log().warn({ err }, "a change is stored, and not all processes could be told");
    }
  }
}
