import type { Scope } from "@/lib/platform/key-scopes";
import type { Command } from "../command";
import type { Kind } from "./entry";
import { pullAll } from "./pull";
import { pushAll } from "./push";

/** `pull` and `push` of what is kept in a repository. */
export function syncCommands(kind: Kind): Command[] {
  const { noun, folder, covers } = kind;
  const details = [`There is a file for each, in ${folder} unless stated.`, ...covers];
  const writes = `${noun}:write` as const;
  const reads: readonly Scope[] = noun === "flags" ? ["flags:read", "read"] : ["read"];
  const pull: Command = {
    ...{ name: `${noun} pull`, positionals: "[folder]", positionalsMax: 1 },
    summary: `Write the project's ${noun} into files of your repository`,
    details: [...details, "Files that you have changed meanwhile are kept, unless you say --force."],
    options: { force: { type: "boolean", help: "overwrite what was changed here" } },
    examples: [[`fieldkit ${noun} pull`, `into ${folder}`]],
    scopes: [writes, ...reads, "admin"],
    run: (context) => pullAll(kind, context),
  };
  const push: Command = {
    ...{ name: `${noun} push`, positionals: "[folder]", positionalsMax: 1 },
    summary: `Bring the project's ${noun} to what the files of your repository say`,
    details: [
      ...details,
      "Shows what would change, and asks. What somebody else has changed since the last pull is not overwritten.",
      "Fields that a file leaves out stay as they are.",
    ],
    options: {
      yes: { type: "boolean", short: "y", help: "do not ask" },
      "dry-run": { type: "boolean", short: "n", help: "only show what would change" },
      check: { type: "boolean", help: "change nothing, and end with exit code 1 where anything differs" },
      prune: { type: "boolean", help: "delete what has no file any more" },
      force: { type: "boolean", help: "overwrite what somebody else has changed" },
      confirm: { type: "string", value: "keys", help: "protected environments that this may change" },
    },
    examples: [
      [`fieldkit ${noun} push --dry-run`, "what would change"],
      [`fieldkit ${noun} push --yes --prune`, "in a pipeline, after a merge"],
      [`fieldkit ${noun} push --check`, "whether files and project are the same"],
    ],
    scopes: [writes, "admin"],
    writes: true,
    run: (context) => pushAll(kind, context),
  };
  return [pull, push];
}
