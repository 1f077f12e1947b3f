import { existsSync, readdirSync, readFileSync } from "node:fs";
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
  const pages = readdirSync("docs/deploy").map((name) => `docs/deploy/${name}`);
  const texts = ["README.md", "docs/operations.md", ...pages].map((file) => readFileSync(file, "utf8"));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/npm run (?:--silent )?([a-z]+)/g)].map(([, name = ""]) => name),
  );
  const ofDevelopers = ["bench", "build", "dev", "homes", "pack", "sidecar", "verify"];
  const missing = [...new Set(named)].filter((name) => !ofDevelopers.includes(name) && !(name in commands));
  expect(missing).toEqual([]);
});

test("every program that pages on homes start is one that is built", () => {
  const texts = readdirSync("docs/deploy").map((name) => readFileSync(`docs/deploy/${name}`, "utf8"));
  const started = texts.flatMap((text) =>
    [...text.matchAll(/\bdist\/([a-z]+)\.js\b/g)].map(([, name = ""]) => name),
  );
  const built = ["server", "sidecar", ...Object.keys(commands)];
  expect([...new Set(started)].filter((name) => !built.includes(name))).toEqual([]);
});
