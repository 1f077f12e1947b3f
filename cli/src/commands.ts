import type { Command } from "./command";
import { completion } from "./completion/completion";
import { listen } from "./listen/listen";
import { login, logout, whoami } from "./login/login";
import { open } from "./open";
import { generate, publish } from "./release";
import { syncCommands } from "./sync/commands";
import { flags } from "./sync/flags";
import { mocks } from "./sync/mocks";
import { trigger } from "./trigger/trigger";

/** Every command, in the order of `help`. */
export const commands: readonly Command[] = [
  ...[login, logout, whoami],
  ...[listen, trigger],
  ...syncCommands(mocks),
  ...syncCommands(flags),
  ...[generate, publish],
  ...[open, completion],
];
