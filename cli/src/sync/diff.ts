import { createTwoFilesPatch } from "diff";
import { plainText, type Terminal } from "../terminal";

/** Two files that differ everywhere are told in a line: to compare them would take long. */
const editsMax = 3000;
const linesMax = 400;

/** What changes in a file, as tools for versions show it. */
export function printDiff(terminal: Terminal, name: string, before: string, after: string): void {
  const patch = createTwoFilesPatch(name, name, before, after, "", "", {
    context: 2,
    maxEditLength: editsMax,
  });
  if (patch === undefined) {
    terminal.say(`    ${count(before)} become ${count(after)}`);
    return;
  }
  const lines = patch
    .split("\n")
    .slice(4)
    .filter((line) => line !== "" && !line.startsWith("\\"));
  for (const line of lines.slice(0, linesMax)) {
    const shown = `    ${plainText(line, 200)}`;
    if (line.startsWith("+")) terminal.say(terminal.paint("green", shown));
    else if (line.startsWith("-")) terminal.say(terminal.paint("red", shown));
    else terminal.say(terminal.paint("dim", shown));
  }
  if (lines.length > linesMax) terminal.say(`    … ${lines.length - linesMax} lines more`);
}

const count = (text: string) => `${text.split("\n").length} lines`;
