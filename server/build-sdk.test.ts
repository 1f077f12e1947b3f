import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { sdkFiles } from "./build-sdk";
import { projectRoot } from "./build-stamp";

const files = await sdkFiles();
const textOf = (name: string) => files.get(name) ?? "";
const scripts = [...files.keys()].filter((name) => name.endsWith(".js"));

test("what a page loads of the SDK is at most 3.5 KB, compressed", async () => {
  const { outputFiles } = await build({
    ...{ absWorkingDir: projectRoot, entryPoints: ["sdk/src/index.ts"] },
    ...{ bundle: true, minify: true, format: "esm", target: "es2022", write: false },
  });
  const [script] = outputFiles;
  expect(gzipSync(script?.contents ?? "", { level: 9 }).length).toBeLessThan(3500);
});

test("every entry of the package is there, with its types", () => {
  const { exports } = JSON.parse(textOf("package.json")) as { exports: Record<string, object | string> };
  const named = Object.values(exports).flatMap((each) => Object.values(each));
  for (const name of named.filter((each) => each.startsWith("./"))) {
    expect(files.has(name.slice(2)), name).toBe(true);
  }
});

test("scripts for pages don't need Node, and scripts for Node do", () => {
  const needNode = scripts.filter((name) => textOf(name).includes("node:"));
  expect(needNode.length).toBeGreaterThan(0);
  expect(needNode.filter((name) => !name.startsWith("node/"))).toEqual([]);
});

test("React knows that its hooks run in browsers", () => {
  for (const name of ["react.js", "node/react.js"]) expect(textOf(name), name).toMatch(/^"use client";\n/);
});
