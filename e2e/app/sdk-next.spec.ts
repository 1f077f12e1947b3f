import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { freePort } from "../free-port";
import { expect, test } from "./browser";
import { enterGroup, makeGroupFlag } from "./flag-workspace";
import { installSdk } from "./installed-sdk";
import { keysOf, serviceUrl } from "./key-room";
import { send } from "./workspace";

let folder: string;
let server: ChildProcess | undefined;
test.beforeAll(async () => {
  // Outside of the project, where Next would take the project's own files for the application's.
  folder = await mkdtemp(join(tmpdir(), "fieldkit-next-"));
  const sdk = await installSdk();
  await cp(join(sdk.folder, "node_modules"), join(folder, "node_modules"), { recursive: true });
  await sdk.remove();
  for (const name of ["next", "react", "react-dom", "typescript", "@types"]) {
    await symlink(join(process.cwd(), "node_modules", name), join(folder, "node_modules", name));
  }
});
test.afterAll(async () => {
  server?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** The files of the recipe by their names. */
async function recipe(): Promise<[string, string][]> {
  const text = await readFile("sdk/README.md", "utf8");
  const blocks = text.matchAll(/```tsx?\n\/\/ ((?:app|lib)\/\S+)\n([\s\S]*?)```/g);
  return [...blocks].map(([, name = "", code = ""]) => [name, code]);
}

/** Beside the recipe, a module that creates its client where it is imported. */
const ownFiles: [string, string][] = [
  [
    "app/page.tsx",
    `import { cookies } from "next/headers";
import { flags } from "../lib/flags";
import { Headline } from "./headline";
export default async function Home() {
  const targetingKey = (await cookies()).get("user")?.value;
  return <><Headline /><p>{flags.value("headline", "Fallback", { targetingKey })}</p></>;
}`,
  ],
  [
    "app/headline.tsx",
    `"use client";
import { createClient } from "@fieldkit/sdk";
import { useFlag, useFlagStatus } from "@fieldkit/sdk/react";
export const shared = createClient({ url: "http://127.0.0.1:9", key: "fk_x", storage: "localStorage", onError: () => {} });
export function Headline() {
  return <h1>{useFlag("headline", "Fallback")} <small>{useFlagStatus()}</small></h1>;
}`,
  ],
  // The packages are links to the project's.
  ["next.config.mjs", 'export default { turbopack: { root: "/" } };'],
  [
    "tsconfig.json",
    `{"compilerOptions":{"strict":true,"jsx":"react-jsx","module":"esnext","moduleResolution":"bundler",
"lib":["dom","dom.iterable","esnext"],"noEmit":true,"types":["node"],"plugins":[{"name":"next"}]},
"include":["next-env.d.ts","**/*.ts","**/*.tsx"]}`,
  ],
];

/** Builds the application and starts it. @returns its origin */
async function startApp(variables: Record<string, string>, port: number): Promise<string> {
  for (const [name, code] of [...(await recipe()), ...ownFiles]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), code);
  }
  const next = join(process.cwd(), "node_modules", "next", "dist", "bin", "next");
  const env = { ...variables, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" } as const;
  await promisify(execFile)(process.execPath, [next, "build"], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  server = spawn(process.execPath, [next, "start", "-p", String(port), "-H", "127.0.0.1"], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  return `http://127.0.0.1:${port}`;
}

/** Every text that the heading had, from the HTML on. */
async function headlines(page: Page, origin: string): Promise<string[]> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.querySelector("h1")?.firstChild?.textContent;
      if (text && seen.at(-1) !== text) seen.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await expect
    .poll(() =>
      page.goto(origin).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect(page.locator("small")).toHaveText("ready");
  return page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

test("the recipe for Next.js builds, and its pages never flash", {
  tag: "@always",
}, async ({ page, context }) => {
  test.slow();
  const { project, record, group } = await enterGroup(page);
  const headline = await makeGroupFlag(page, project, group, {
    ...{ name: "Headline", key: "headline", defaultEnabled: false },
    ...{ type: "string", onValue: "For members", offValue: "Welcome" },
  });
  const path = `/api/projects/${project.referenceId}/groups/${group.id}`;
  await send(page, "PUT", `${path}/records/${record.id}/values/${headline.id}`, {
    enabled: true,
    rollout: 100,
  });
  const port = await freePort();
  const keyFor = async (fields: object) =>
    (await send<{ key: string }>(page, "POST", keysOf(project), { name: "Next", ...fields })).key;
  const origin = await startApp(
    {
      FIELDKIT_URL: serviceUrl(),
      NEXT_PUBLIC_FIELDKIT_URL: serviceUrl(),
      FIELDKIT_SERVER_KEY: await keyFor({ scopes: ["flags:read"] }),
      NEXT_PUBLIC_FIELDKIT_KEY: await keyFor({ scope: "evaluate", origins: [`http://127.0.0.1:${port}`] }),
    },
    port,
  );
  await context.addCookies([{ name: "user", value: record.id, url: origin }]);
  const app = await context.newPage();
  // The first response of the process has no fallbacks either.
  let first = "";
  await expect
    .poll(async () => {
      first ||= await app.request.get(origin).then(
        (answer) => answer.text(),
        () => "",
      );
      return first;
    })
    .not.toBe("");
  expect(first).toContain("<p>For members</p>");
  expect(await headlines(app, origin)).toEqual(["For members"]);
  const html = await (await app.request.get(origin)).text();
  expect(html).toContain("For members");
  await send(page, "PUT", `${path}/flags/${headline.id}`, { onValue: "For our members" });
  await expect(app.locator("h1")).toContainText("For our members");
});
