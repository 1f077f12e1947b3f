import { join } from "node:path";
import type { Client } from "@/sdk/src/index";
import { expect, test } from "./browser";
import { enterGroup, makeGroupFlag } from "./flag-workspace";
import { openForeignPage } from "./foreign-page";
import { type InstalledSdk, installSdk } from "./installed-sdk";
import { keysOf, serviceUrl } from "./key-room";
import { send } from "./workspace";

let sdk: InstalledSdk;
test.beforeAll(async () => {
  sdk = await installSdk();
});
test.afterAll(() => sdk.remove());

test("the served SDK evaluates flags in Node, directly and through OpenFeature", {
  tag: "@always",
}, async ({ page }) => {
  const { project, record, flag, group } = await enterGroup(page);
  await makeGroupFlag(page, project, group, {
    ...{ name: "A theme", key: "theme", defaultEnabled: true, defaultPercentage: 0 },
    ...{ type: "string", onValue: "dark", offValue: "light" },
    rules: [{ conditions: [{ attribute: "plan", operator: "in", values: ["pro"] }] }],
  });
  const { key } = await send<{ key: string }>(page, "POST", keysOf(project), {
    name: "Server",
    scopes: ["flags:read"],
  });
  const script = `
    import { OpenFeature } from "@openfeature/server-sdk";
    import { createClient } from "@fieldkit/sdk";
    import { createLocalClient } from "@fieldkit/sdk/server";
    import { FieldkitServerProvider } from "@fieldkit/sdk/openfeature-server";
    const options = { url: ${JSON.stringify(serviceUrl())}, key: process.env.KEY, pollMs: 3_600_000 };
    const flags = createLocalClient(options);
    const own = createClient({ ...options, subject: "user-42" });
    await Promise.all([flags.ready(), own.ready()]);
    const subject = { targetingKey: ${JSON.stringify(record.id)}, plan: "pro" };
    await OpenFeature.setProviderAndWait(new FieldkitServerProvider(options));
    const client = OpenFeature.getClient();
    console.log(JSON.stringify([
      flags.value("theme", "none", subject), flags.value("theme", "none", "user-42"), flags.value("theme", 1, subject),
      await client.getStringValue("theme", "none", subject),
      (await client.getBooleanDetails("nothing", true, subject)).errorCode,
    ]));
    // Both streams report the change. Then nothing keeps the script running, although all clients are open.
    const running = setInterval(() => {}, 3_600_000);
    const changed = (client) => new Promise((done) => client.onChange((keys) => keys.length > 0 && done()));
    await Promise.all([changed(flags), changed(own)]);
    clearInterval(running);`;
  await sdk.write("use.js", script);
  let isRunning = true;
  const output = sdk.node(["use.js"], { KEY: key }).finally(() => {
    isRunning = false;
  });
  const path = `/api/projects/${project.referenceId}/groups/${group.id}/flags/${flag.id}`;
  for (let isOn = false; isRunning; isOn = !isOn) await send(page, "PUT", path, { defaultEnabled: isOn });
  expect(JSON.parse(await output)).toEqual(["dark", "light", 1, "dark", "FLAG_NOT_FOUND"]);
});

test("the SDK's types are complete and its providers fit OpenFeature's SDKs", {
  tag: "@always",
}, async () => {
  await sdk.write(
    "types.ts",
    `
    import { type Provider, OpenFeature } from "@openfeature/web-sdk";
    import type { Provider as ServerProvider } from "@openfeature/server-sdk";
    import { createClient, FieldkitError, type Status } from "@fieldkit/sdk";
    import { createLocalClient } from "@fieldkit/sdk/server";
    import { FieldkitProvider as ReactProvider, useFlag, useFlagStatus } from "@fieldkit/sdk/react";
    import { FieldkitProvider } from "@fieldkit/sdk/openfeature";
    import { FieldkitServerProvider } from "@fieldkit/sdk/openfeature-server";
    const options = { url: "", key: "" };
    const provider: Provider = new FieldkitProvider(options);
    const onServers: ServerProvider = new FieldkitServerProvider(options);
    const text: string = createClient({ ...options, storage: localStorage }).value("a", "b");
    const flags = createLocalClient({ ...options, file: "flags.json" });
    const number: number = flags.value("a", 1, { targetingKey: "x", plan: "pro" });
    const isOn: boolean = useFlag("a", false);
    const isMore: boolean = useFlag("limits", { max: 5 }).max === 20;
    const hasRole: boolean = useFlag("roles", ["reader"]).includes("admin");
    const isLong: boolean = useFlag("roles", []).length > 20;
    const status: Status = useFlagStatus();
    const own = createClient({
      ...options,
      storage: "localStorage",
      bootstrap: flags.bootstrap("x"),
      onError: (error) => console.log(error instanceof FieldkitError && error.status === 404 && error.code),
    });
    ReactProvider({ client: own });
    ReactProvider({ options });
    // @ts-expect-error: another type
    const wrong: number = own.value("a", "b");
    OpenFeature.setProvider(provider);
    console.log(onServers, text, number, isOn, isMore, hasRole, isLong, status, wrong);`,
  );
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: "nodenext", target: "es2022", skipLibCheck: false },
    ...{ lib: ["es2022", "dom"], types: ["node"] },
  };
  await sdk.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["types.ts"] }));
  await sdk.node([join(process.cwd(), "node_modules", "typescript-native", "bin", "tsc")]);
});

type Window = { client: Client; seen: unknown[] };

test("a page on another origin updates live and sees only its own record's flags", {
  tag: "@always",
}, async ({ page, context }) => {
  const { project, record, flag, group } = await enterGroup(page);
  const script = await sdk.vite('export { createClient } from "@fieldkit/sdk";');
  const shop = await openForeignPage(context, new Map([["/sdk.js", script]]));
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
      const { createClient } = await import(`${location.origin}/sdk.js`);
      const client = createClient({ url, key: secret, subject, storage: "localStorage", pollMs: 3_600_000 });
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

  // The flag is off for everyone else, and so it is immediately for the next subject.
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
