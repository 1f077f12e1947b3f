import type { Api } from "./api";
import type { Command } from "./command";
import { Failure } from "./failure";
import { type Inbox, inboxesOf } from "./inboxes";
import { plainText } from "./terminal";

/** Creates an inbox with the defaults of the dashboard. */
export async function createInbox(api: Api, name: string, description?: string): Promise<Inbox> {
  const { project } = await api.own();
  const body = { name, ...(description !== undefined && { description }) };
  return (await api.call("POST", `/api/projects/${project.id}/webhooks`, { body })).body as Inbox;
}

export const inboxCreate: Command = {
  name: "inbox create",
  positionals: "<name>",
  positionalsMax: 1,
  summary: "Create an inbox and print its URL",
  details: ["Fails if an inbox of this name exists, because commands select inboxes by name."],
  options: { description: { type: "string", value: "text", help: "what the inbox is for" } },
  examples: [["fieldkit inbox create orders", "create an inbox"]],
  scopes: ["webhooks:write", "admin"],
  writes: true,
  async run(context) {
    const { given, terminal } = context;
    const name = given.required(0, "Name the inbox: fieldkit inbox create <name>");
    const api = await context.api();
    const same = (await inboxesOf(api)).find((each) => each.name === name.trim());
    // Commands take an inbox by its name, which has to stay unambiguous.
    if (same) {
      const message = `The inbox ${plainText(same.name)} already exists: ${same.url}. Use it, or choose another name.`;
      throw new Failure("failed", message);
    }
    const inbox = await createInbox(api, name, given.text("description"));
    if (terminal.json) terminal.printJson(inbox);
    else {
      terminal.say(`Created the inbox ${plainText(inbox.name)}.`);
      terminal.print(inbox.url);
    }
    return undefined;
  },
};

export const inboxList: Command = {
  name: "inbox list",
  summary: "List the inboxes of the project",
  examples: [["fieldkit inbox list --json", "for scripts"]],
  scopes: ["webhooks:write", "read", "admin"],
  async run(context) {
    const { terminal } = context;
    const inboxes = await inboxesOf(await context.api());
    if (terminal.json) {
      terminal.printJson(inboxes);
      return undefined;
    }
    if (inboxes.length === 0) terminal.say("No inboxes yet. Create one with fieldkit inbox create <name>.");
    const width = Math.max(0, ...inboxes.map(({ name }) => plainText(name, 60).length));
    for (const { name, url } of inboxes) {
      terminal.print(`${plainText(name, 60).padEnd(width)}  ${terminal.paint("dim", url)}`);
    }
    return undefined;
  },
};
