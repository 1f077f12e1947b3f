import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "@/sdk/src/index";
import { expect, test } from "./browser";
import { enterGroup, makeGroupFlag } from "./flag-workspace";
import { openForeignPage } from "./foreign-page";
import { keysOf, serviceUrl } from "./key-room";
import { send } from "./workspace";

const run = promisify(execFile);
let folder: string;
const inPackage = (name: string) => join(folder, "node_modules", "@fieldkit", "sdk", name);

/** As somebody installs it, with no registry to get anything else from. */
test.beforeAll(async () => {
  // Below the project, so that OpenFeature's packages are found.
  await mkdir("test-results", { recursive: true });
  folder = await mkdtemp(join(process.cwd(), "test-results", "sdk-"));
  await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
  const registry = "--registry=http://127.0.0.1:9";
  const flags = [
    "--no-audit",
    "--no-fund",
    "--fetch-retries=0",
    registry,
    `--cache=${join(folder, "cache")}`,
  ];
  const env = { ...process.env, no_proxy: "localhost,127.0.0.1" };
  await run("npm", ["install", `${serviceUrl()}/sdk.tgz`, ...flags], { cwd: folder, env });
});
test.afterAll(() => rm(folder, { recursive: true }));

const written = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  return name;
};

test("the package of the instance decides on a server, by itself and for OpenFeature", async ({ page }) => {
  const { project, record, group } = await enterGroup(page);
  await makeGroupFlag(page, project, group, {
    ...{ name: "A theme", key: "theme", defaultEnabled: true, defaultPercentage: 0 },
    ...{ type: "string", onValue: "dark", offValue: "light" },
    rules: [{ conditions: [{ attribute: "plan", operator: "in", values: ["pro"] }] }],
  });
  const { key } = await send<{ key: string }>(page, "POST", keysOf(project), {
    name: "Server",
    scope: "read",
  });
  const script = `
    import { OpenFeature } from "@openfeature/server-sdk";
    import { createLocalClient } from "@fieldkit/sdk/server";
    import { FieldkitServerProvider } from "@fieldkit/sdk/openfeature-server";
    const options = { url: ${JSON.stringify(serviceUrl())}, key: process.env.KEY };
    const flags = createLocalClient(options);
    await flags.ready();
    const subject = { targetingKey: ${JSON.stringify(record.id)}, plan: "pro" };
    await OpenFeature.setProviderAndWait(new FieldkitServerProvider(options));
    const client = OpenFeature.getClient();
    console.log(JSON.stringify([
      flags.value("theme", "none", subject), flags.value("theme", "none", "somebody"), flags.value("theme", 1, subject),
      await client.getStringValue("theme", "none", subject),
      (await client.getBooleanDetails("nothing", true, subject)).errorCode,
    ]));
    flags.close();
    await OpenFeature.close();`;
  const env = { ...process.env, KEY: key, no_proxy: "localhost,127.0.0.1" };
  const { stdout } = await run(process.execPath, [await written("use.js", script)], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual(["dark", "light", 1, "dark", "FLAG_NOT_FOUND"]);
});

test("its types are complete, and OpenFeature's SDKs take its providers", async () => {
  await written(
    "types.ts",
    `
    import { type Provider, OpenFeature } from "@openfeature/web-sdk";
    import type { Provider as ServerProvider } from "@openfeature/server-sdk";
    import { createClient } from "@fieldkit/sdk";
    import { createLocalClient } from "@fieldkit/sdk/server";
    import { useFlag } from "@fieldkit/sdk/react";
    import { FieldkitProvider } from "@fieldkit/sdk/openfeature";
    import { FieldkitServerProvider } from "@fieldkit/sdk/openfeature-server";
    const options = { url: "", key: "" };
    const provider: Provider = new FieldkitProvider(options);
    const onServers: ServerProvider = new FieldkitServerProvider(options);
    const text: string = createClient({ ...options, storage: localStorage }).value("a", "b");
    const number: number = createLocalClient(options).value("a", 1, { targetingKey: "x", plan: "pro" });
    const isOn: boolean = useFlag("a", false);
    // @ts-expect-error: of another type
    const wrong: number = createClient(options).value("a", "b");
    OpenFeature.setProvider(provider);
    console.log(onServers, text, number, isOn, wrong);`,
  );
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: "nodenext", target: "es2022", skipLibCheck: true },
    ...{ lib: ["es2022", "dom"], types: [] },
  };
  await written("tsconfig.json", JSON.stringify({ compilerOptions, files: ["types.ts"] }));
  await run(process.execPath, [join(process.cwd(), "node_modules", "typescript", "bin", "tsc")], {
    cwd: folder,
  });
});

type Window = { client: Client; seen: unknown[] };

test("a page of another origin hears of a change, and nobody sees the flags of another", async ({
  page,
  context,
}) => {
  const { project, record, flag, group } = await enterGroup(page);
  const scripts = new Map<string, string>();
  for (const name of await readdir(inPackage(""))) {
    if (name.endsWith(".js")) scripts.set(`/sdk/${name}`, await readFile(inPackage(name), "utf8"));
  }
  const shop = await openForeignPage(context, scripts);
  const made = { name: "Shop page", scope: "evaluate", origins: [shop.origin] };
  const { key } = await send<{ key: string }>(page, "POST", keysOf(project), made);
  const flagPath = `/api/projects/${project.referenceId}/groups/${group.id}/flags/${flag.id}`;
  await send(
    page,
    "PUT",
    `/api/projects/${project.referenceId}/groups/${group.id}/records/${record.id}/values/${flag.id}`,
    {
      enabled: true,
      rollout: 100,
    },
  );
  await shop.page.evaluate(
    async ([url, secret, subject]) => {
      const { createClient } = await import(`${location.origin}/sdk/index.js`);
      const client = createClient({ url, key: secret, subject, storage: localStorage, pollMs: 3_600_000 });
      const seen: unknown[] = [];
      Object.assign(window, { client, seen });
      client.onChange(() => seen.push(client.isOn("checkout")));
      await client.ready();
    },
    [serviceUrl(), key, record.id] as const,
  );
  const isOn = () => shop.page.evaluate(() => (window as unknown as Window).client.isOn("checkout"));
  const identify = (subject: string | undefined) =>
    shop.page.evaluate((whom) => (window as unknown as Window).client.identify(whom), subject);
  expect(await isOn()).toBe(true);

  // Everybody's flag is off, and so it is for whoever signs in next, at once.
  await shop.page.evaluate(() => {
    (window as unknown as Window).seen.length = 0;
  });
  await identify("somebody-else");
  expect(await isOn()).toBe(false);
  await identify(undefined);
  expect(await shop.page.evaluate(() => (window as unknown as Window).seen)).not.toContain(true);
  expect(await shop.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("true");

  await send(page, "PUT", flagPath, { defaultEnabled: true, defaultPercentage: 100 });
  await expect.poll(isOn).toBe(true);
  await send(page, "PUT", flagPath, { defaultEnabled: false });
  await expect.poll(isOn).toBe(false);
  await shop.page.evaluate(() => (window as unknown as Window).client.close());
  await shop.close();
});
