import type { Command } from "./command";
import { usage } from "./failure";
import { inboxNamed } from "./inboxes";
import { nearest } from "./nearest";
import { openBrowser } from "./open-browser";

/** Pages of a project by what they are called here. */
export const pages: Readonly<Record<string, string>> = {
  mocks: "/mocks",
  inbox: "/webhooks",
  flags: "/flags",
  releases: "/releases",
  keys: "/keys",
  settings: "/settings",
};

export const open: Command = {
  name: "open",
  positionals: "[mocks|inbox|flags|releases|keys|settings] [name]",
  positionalsMax: 2,
  summary: "Open a page of the project in the browser",
  options: { print: { type: "boolean", help: "only print the URL" } },
  examples: [
    ["fieldkit open", "the project's overview"],
    ["fieldkit open inbox orders", "an inbox and its requests"],
    ["fieldkit open flags --print", "print the URL only"],
  ],
  async run(context) {
    const { given, terminal, env } = context;
    const [what, name] = given.positionals;
    const page = what === undefined ? "" : pages[what];
    if (page === undefined) {
      const near = nearest(what ?? "", Object.keys(pages));
      throw usage(
        `There is no page ${what}. ${near ? `Did you mean ${near}?` : `Available pages: ${Object.keys(pages).join(", ")}.`}`,
      );
    }
    if (name !== undefined && what !== "inbox")
      throw usage("Only inboxes can be opened by name: fieldkit open inbox <name>");
    const api = await context.api();
    const { addresses } = await api.own();
    const inbox = name === undefined ? undefined : await inboxNamed(api, name);
    const address = `${addresses.dashboard}${page}${inbox ? `/${inbox.id}` : ""}`;
    if (terminal.json) terminal.printJson({ address });
    else terminal.print(address);
    if (!given.is("print") && !terminal.json && !(await openBrowser(address, env))) {
      terminal.say("No browser found. Open the URL yourself.");
    }
    return undefined;
  },
};
