import type { Command } from "./command";
import { completion } from "./completion/completion";
import { flagCreate, flagList, flagOff, flagOn } from "./flag";
import { inboxCreate, inboxList } from "./inbox";
import { keyCreate } from "./key";
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
  ...[listen, trigger, inboxCreate, inboxList],
  ...syncCommands(mocks),
  ...syncCommands(flags),
  ...[flagList, flagCreate, flagOn, flagOff],
  ...[generate, publish],
  ...[keyCreate, open, completion],
];
