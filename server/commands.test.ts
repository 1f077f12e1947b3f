import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commands } from "./commands";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

test("an operator's command runs the same source in a checkout as in what is packed", () => {
  for (const [name, source] of Object.entries(commands)) {
    expect(existsSync(source), source).toBe(true);
    expect(scripts[name], name).toBe(`node --import tsx ${source}`);
  }
});

test("every command of operators' documents is packed", () => {
  const texts = ["README.md", "docs/operations.md", "docs/deploy/container.md"].map((file) =>
    readFileSync(file, "utf8"),
  );
  const named = texts.flatMap((text) =>
    [...text.matchAll(/npm run (?:--silent )?([a-z]+)/g)].map(([, name = ""]) => name),
  );
  const ofDevelopers = ["bench", "build", "dev", "pack", "sidecar", "verify"];
  const missing = [...new Set(named)].filter((name) => !ofDevelopers.includes(name) && !(name in commands));
  expect(missing).toEqual([]);
});
