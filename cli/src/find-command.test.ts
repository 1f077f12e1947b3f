import { expect, test } from "vitest";
import { commands } from "./commands";
import { findCommand } from "./find-command";
import { helpFor } from "./help";

test.each([
  ["mocks psh", "There is no command mocks psh. Did you mean mocks push?"],
  ["mocks psh --yes", "Did you mean mocks push?"],
  ["flag xyz", "There is no command flag xyz. Available: flag list, flag create, flag on, flag off."],
  ["flag", "flag needs a subcommand: flag list, flag create, flag on, flag off."],
  ["flag --env live", "flag needs a subcommand"],
  ["flg on", "Did you mean flag on?"],
  ["inbx", "There is no command inbx. Did you mean inbox?"],
  ["lisen orders", "There is no command lisen. Did you mean listen?"],
  ["xyz", "There is no command xyz. Try: fieldkit help"],
])("%s is refused with a suggestion", (line, message) => {
  expect(() => findCommand(commands, line.split(" "))).toThrow(message);
});

const families = new Set(
  commands.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0] ?? ""] : [])),
);

test.each([...families])("the help of %s lists its commands with their summaries", (family) => {
  const text = helpFor(commands, [family]);
  expect(text).toContain(`Usage: fieldkit ${family} <command> [options]`);
  for (const { name, summary } of commands.filter((each) => each.name.startsWith(`${family} `))) {
    expect(text).toMatch(new RegExp(`^  ${name} +${summary.replace(/[()]/g, "\\$&")}$`, "m"));
  }
});

test("the help of a command and of no command", () => {
  expect(helpFor(commands, ["mocks", "push"])).toContain("Usage: fieldkit mocks push [folder] [options]");
  expect(helpFor(commands, [])).toContain("Usage: fieldkit <command> [options]");
  expect(() => helpFor(commands, ["mocks", "psh"])).toThrow("Did you mean mocks push?");
});
