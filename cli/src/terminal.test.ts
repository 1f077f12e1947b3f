import { expect, test } from "vitest";
import { Terminal } from "./terminal";

test("an error can't control the terminal by the name of a project", () => {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text), on: () => {} };
  const streams = { stdin: {}, stdout: stream, stderr: stream } as unknown as NodeJS.Process;
  new Terminal(streams, {}).error(
    "failed",
    "There is no inbox \u001b]0;x\u0007 in Shop\u202e.\nTry another.",
  );
  const shown = written.join("");
  expect(shown).toMatch(/^error There is no inbox.* in Shop.*\nTry another\.\n$/);
  for (const sign of ["\u001b", "\u0007", "\u202e"]) expect(shown).not.toContain(sign);
});
