import type { Command } from "./command";
import { listen } from "./listen/listen";
import { login, logout, whoami } from "./login/login";
import { generate, publish } from "./release";
import { trigger } from "./trigger/trigger";

/** Every command, in the order of `help`. */
export const commands: readonly Command[] = [login, logout, whoami, listen, trigger, generate, publish];
