import { execFile, spawnSync } from "node:child_process";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Cli } from "../cli";
import { appHost } from "./client";
import { createKey, createSite, type Site } from "./fixtures";
import { createInbox } from "./inbox";

const secret = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
let cli: Cli;
let site: Site;
let env: Record<string, string>;
beforeAll(async () => {
  [cli, site] = await Promise.all([Cli.build(), createSite()]);
  chmodSync(cli.program, 0o755);
  symlinkSync(cli.program, join(cli.folder, "fieldkit"));
  const { key } = await createKey(site.owner, site.project.referenceId);
  env = { FIELDKIT_URL: `http://${appHost}`, FIELDKIT_API_KEY: key };
});
afterAll(() => cli.remove());
const run = (args: string[], input?: string) =>
  cli.call(args, { env, ...(input !== undefined && { input }) });

describe("trigger", () => {
  it.each([
    ["github:push", "github"],
    ["stripe:checkout.session.completed", "stripe"],
    ["slack:command", "slack"],
    ["shopify:orders/create", "shopify"],
    ["twilio:sms", "twilio"],
    ["svix:user.created", "svix"],
    ["standard:contact.updated", "standard-webhooks"],
    ["generic:event", "hmac"],
  ])("%s is signed so that an inbox takes it", async (sample, scheme) => {
    const signature = { scheme, secret, refuse: true, ...(scheme === "hmac" && { header: "X-Signature" }) };
    const inbox = await createInbox(site, { name: `For ${scheme}`, signature });
    const { code, stderr } = await run(["trigger", inbox.webhook.id, "--sample", sample, "--secret", secret]);
    expect([code, stderr]).toEqual([0, `Project ${site.project.name} at http://${appHost}\n`]);
    expect((await inbox.newest()).signature).toMatchObject({ verdict: "valid" });
    expect((await run(["trigger", inbox.webhook.id, "--sample", sample])).code).toBe(1);
  });

  it("sends a body, headers and a path of one's own", async () => {
    const inbox = await createInbox(site);
    const args = [
      "--data",
      "-",
      "--header",
      "X-Event: made",
      "--header",
      "content-type: text/plain",
      "--path",
      "/a?b=1",
    ];
    await run(["trigger", inbox.webhook.id, ...args], "mine");
    expect(await inbox.newest()).toMatchObject({
      ...{ body: "mine", path: "/a", query: { b: "1" } },
      headers: { "x-event": "made", "content-type": "text/plain" },
    });
  });

  it("lists what there is, and suggests what was meant", async () => {
    expect((await run(["trigger", "--list"])).stdout.split("\n").length).toBeGreaterThan(12);
    const { code, stderr } = await run(["trigger", "x", "--sample", "github:pusk"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Did you mean github:push?")]);
  });
});

describe("open", () => {
  it("prints the page's address", async () => {
    const { stdout } = await run(["open", "flags", "--print"]);
    expect(stdout.trim()).toMatch(new RegExp(`/${site.team.slug}/${site.project.slug}/flags$`));
    expect((await run(["open", "flag"])).stderr).toContain("Did you mean flags?");
  });
});

const exec = promisify(execFile);
const isThere = (shell: string) => spawnSync(shell, ["--version"]).error === undefined;

describe("completion", () => {
  const asked = async (...words: string[]) => (await run(["__complete", ...words])).stdout.trim().split("\n");

  it("knows commands, options, samples and the names of inboxes", async () => {
    await createInbox(site, { name: "Two words" });
    expect(await asked("")).toEqual(expect.arrayContaining(["listen", "mocks", "release", "help"]));
    expect(await asked("mocks", "")).toEqual(["pull", "push"]);
    expect(await asked("listen", "--fo")).toEqual(["--forward"]);
    expect(await asked("listen", "Two")).toEqual(["Two words"]);
    expect(await asked("trigger", "x", "--sample", "stripe:che")).toEqual([
      "stripe:checkout.session.completed",
    ]);
  });

  const inShell: Record<string, string> = {
    bash: `eval "$(fieldkit completion bash)"; COMP_WORDBREAKS=$' :'; COMP_LINE="$1"; COMP_POINT=\${#COMP_LINE}; _fieldkit; printf '%s\\n' "\${COMPREPLY[@]}"`,
    zsh: `compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { :; }; eval "$(fieldkit completion zsh)"; words=(\${(s: :)1}); CURRENT=\${#words}; _fieldkit`,
    fish: `fieldkit completion fish | source; complete -C "$argv[1]"`,
  };
  it.each(Object.entries(inShell))("works in %s", async (shell, script) => {
    if (!isThere(shell)) return;
    const path = `${cli.folder}:${process.env.PATH}`;
    const options = { env: { ...process.env, ...env, PATH: path, HOME: cli.folder } };
    const args =
      shell === "bash"
        ? ["--norc", "-c", script, "bash"]
        : shell === "zsh"
          ? ["-f", "-c", script, "zsh"]
          : ["-c", script];
    const complete = async (line: string) =>
      (await exec(shell, [...args, line], options)).stdout.trim().split("\n");
    expect(await complete("fieldkit lis")).toEqual(["listen"]);
    expect(await complete("fieldkit listen --forw")).toEqual(["--forward"]);
  });
});
