import type { Scope } from "@/lib/platform/key-scopes";
import type { Command } from "../command";
import type { Kind } from "./entry";
import { pullAll } from "./pull";
import { pushAll } from "./push";

/** `pull` and `push` of files in a repository. */
export function syncCommands(kind: Kind): Command[] {
  const { noun, folder, covers } = kind;
  const details = [`One file for each, in ${folder} by default.`, ...covers];
  const writes = `${noun}:write` as const;
  const reads: readonly Scope[] = noun === "flags" ? ["flags:read", "read"] : ["read"];
  const pull: Command = {
    ...{ name: `${noun} pull`, positionals: "[folder]", positionalsMax: 1 },
    summary: `Write the project's ${noun} to files in your repository`,
    details: [...details, "Files with local changes are kept, except with --force."],
    options: { force: { type: "boolean", help: "overwrite local changes" } },
    examples: [[`fieldkit ${noun} pull`, `into ${folder}`]],
    scopes: [writes, ...reads, "admin"],
    run: (context) => pullAll(kind, context),
  };
  const push: Command = {
    ...{ name: `${noun} push`, positionals: "[folder]", positionalsMax: 1 },
    summary: `Update the project's ${noun} from files in your repository`,
    details: [
      ...details,
      "Shows the differences and asks. Nothing is written if any file has an unknown field or a wrong value. Changes in the",
      "project since the last pull aren't overwritten. Fields that a file leaves out stay unchanged.",
    ],
    options: {
      yes: { type: "boolean", short: "y", help: "don't ask for confirmation" },
      "dry-run": { type: "boolean", short: "n", help: "show the differences without changing anything" },
      check: { type: "boolean", help: "show the differences, and exit with 1 if there are any" },
      prune: { type: "boolean", help: "delete what was pulled and has no file any more" },
      force: { type: "boolean", help: "overwrite changes made in the project since the last pull" },
      confirm: {
        type: "string",
        value: "keys",
        help: "keys of the protected environments to change, separated by commas",
      },
    },
    examples: [
      [`fieldkit ${noun} push --dry-run`, "preview the changes"],
      [`fieldkit ${noun} push --yes --prune --force`, "in a pipeline, where the repository decides"],
      [`fieldkit ${noun} push --check`, "check in a pipeline that files and project match"],
    ],
    scopes: [writes, "admin"],
    writes: true,
    run: (context) => pushAll(kind, context),
  };
  return [pull, push];
}
