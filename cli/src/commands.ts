import type { Command } from "./command";
import { listen } from "./listen/listen";
import { login, logout, whoami } from "./login/login";

/** Every command, in the order of `help`. */
export const commands: readonly Command[] = [login, logout, whoami, listen];
