import { singleton } from "@/lib/platform/singleton";
import { type Env, parseEnv } from "./parse-env";

/**
 * The configuration of this process, parsed at the first call.
 * @throws {EnvError} naming every faulty variable.
 */
export function env(): Env {
  return singleton("env", () => parseEnv(process.env));
}
