import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { Cli } from "../cli";
import { createHabits, habits } from "../git-habits";
import { serveGit } from "../git-http-server";
import { targetPort } from "../target-port";
import { appHost } from "./client";
import { createKey, createSite, done, type Site } from "./fixtures";
import type { Release } from "./release-site";

type Shown = Release & { url: string };
type Ran = { code: number | null; out: string; err: string };

const url = `http://${appHost}`;
const habit = habits.find(({ name }) => name === "conventional") ?? habits[0];
if (!habit) throw new Error("There are habits");
const { from, to } = habit;
const repo = `http://127.0.0.1:${targetPort()}/${habit.name}.git`;
let root: string;
let server: Awaited<ReturnType<typeof serveGit>>;
let site: Site;
let api: string;
let cli: Cli;
/** Said before anything is written. */
const target = `${JSON.stringify({ instance: `http://${appHost}`, project: "Shop" })}\n`;
let key: string;
let runner: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "fieldkit-pipeline-"));
  createHabits(root);
  [server, site, cli] = await Promise.all([serveGit(root, targetPort()), createSite(), Cli.build()]);
  api = `/api/projects/${site.project.id}`;
  ({ key } = await createKey(site.owner, site.project.referenceId));
  await done(site.owner.put(`${api}/release-settings`, { repoUrls: [repo], audience: "developers" }));
  // Downloads nothing, and fails for any other URL than that of the command line.
  mkdirSync(join(root, "bin"));
  const curl = `#!/bin/sh\n[ "$1 $3" = "-fsSo ${url}/cli.mjs" ] || { echo "curl $*" >&2; exit 99; }\ncp "${cli.program}" "$2"\n`;
  writeFileSync(join(root, "bin", "curl"), curl);
  chmodSync(join(root, "bin", "curl"), 0o755);
});
afterAll(async () => {
  await server.close();
  await cli.remove();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  runner = mkdtempSync(join(root, "runner-"));
});

/** Runs a script as the pipelines do: Bash, from a file, that ends with the first failure. */
async function bash(script: string, env: Record<string, string>): Promise<Ran> {
  const file = join(runner, "script.sh");
  writeFileSync(file, script);
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], {
    cwd: runner,
    env: { PATH: `${join(root, "bin")}:${process.env.PATH}`, NODE_ENV: "production", ...cli.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

type Step = { run: string; env: Record<string, string> };
const action = () => parse(readFileSync("action.yml", "utf8")) as { runs: { steps: [Step] } };

/** Runs the action's script with its inputs, as GitHub would for a tag. */
async function runAction(inputs: Record<string, string>, tag = ""): Promise<Ran & { outputs: string }> {
  const output = join(runner, "output");
  writeFileSync(output, "");
  const [{ run, env: asked }] = action().runs.steps;
  const env = {
    ...{ FIELDKIT_URL: url, FIELDKIT_API_KEY: key, RELEASE_REPO: "", RELEASE_FROM: "", RELEASE_TO: tag },
    ...{ RELEASE_PUBLISH: "false", RELEASE_TIMEOUT: "60", ...inputs },
  };
  expect(Object.keys(env).sort()).toEqual(Object.keys(asked).sort());
  const ran = await bash(run, { ...env, GITHUB_OUTPUT: output, RUNNER_TEMP: runner });
  return { ...ran, outputs: readFileSync(output, "utf8") };
}

const released = (outputs: string) => {
  const [, id = "", page = ""] = /^release-id=(\S+)\nurl=(\S+)\n$/.exec(outputs) ?? [];
  return done<Release>(site.owner.get(`${api}/releases/${id}`)).then((release) => ({ release, page }));
};
const countOf = async () => (await done<Release[]>(site.owner.get(`${api}/releases`))).length;

describe("the action", () => {
  it("has a draft written for the tag that it runs for, behind the tag before", async () => {
    const { code, err, outputs } = await runAction({}, to);
    expect([code, err]).toEqual([0, target]);
    const { release, page } = await released(outputs);
    expect(release).toMatchObject({ status: "draft", title: to, errorMessage: null });
    expect(release.content).toContain("gift cards");
    expect(page).toBe(`http://${appHost}/${site.team.slug}/${site.project.slug}/releases/${release.id}`);
  });

  it("publishes where it is told to, between what it is told, and names the public page", async () => {
    await done(site.owner.put(`${api}/release-settings`, { changelog: true }));
    const told = { RELEASE_FROM: from, RELEASE_TO: to, RELEASE_REPO: `${repo}\n`, RELEASE_PUBLISH: "true" };
    const { code, outputs } = await runAction({ ...told, FIELDKIT_URL: `${url}/` }, "v9.9.9");
    expect(code).toBe(0);
    const { release, page } = await released(outputs);
    expect(release).toMatchObject({ status: "published", ranges: [{ repoUrl: repo, from, to }] });
    expect(page).toMatch(`/changelog/${site.team.slug}/${site.project.slug}/${release.id}`);
    await done(site.owner.put(`${api}/release-settings`, { changelog: false }));
  });

  it("ends with the reason where the notes can't be written, and has no outputs", async () => {
    const { code, err, outputs } = await runAction({}, "v0.0.0-none");
    expect([code, outputs]).toEqual([1, ""]);
    expect(JSON.parse(err.replace(target, ""))).toMatchObject({
      code: "failed",
      error: expect.stringContaining("v0.0.0-none"),
    });
  });

  it("says that a key is not valid, without showing it", async () => {
    const wrong = `fk_${"a".repeat(36)}`;
    const { code, out, err } = await runAction({ FIELDKIT_API_KEY: wrong }, to);
    expect(code).toBe(3);
    expect(out + err).not.toContain(wrong);
  });

  it.each([
    ["no key", { FIELDKIT_API_KEY: "" }, /api-key is empty/],
    ["an address that is none", { FIELDKIT_URL: "fieldkit.example.com" }, /url must be the address/],
    ["a word for publish that it does not know", { RELEASE_PUBLISH: "yes" }, /publish must be true or false/],
  ])("refuses %s before it asks for anything", async (_, inputs, message) => {
    const before = await countOf();
    const { code, out } = await runAction(inputs, to);
    expect(code).toBe(2);
    expect(out).toMatch(message);
    expect(await countOf()).toBe(before);
  });

  it.each(["$(touch pwned)", "`touch pwned`", '"; touch pwned; "', "--publish", "v1\ntouch pwned"])(
    "takes a tag such as %j for nothing but a name",
    async (tag) => {
      const { code, outputs } = await runAction({}, tag);
      expect([code, outputs]).toEqual([1, ""]);
      expect(() => readFileSync(join(runner, "pwned"))).toThrow();
    },
  );
});

it("the GitLab job of the documentation publishes for its tag, and hands id and address on", async () => {
  const page = readFileSync("docs/release-pipeline.md", "utf8");
  const job = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].find(([, yaml]) =>
    yaml?.includes("script:"),
  )?.[1];
  const { script, artifacts } = (parse(job ?? "") as Record<string, { script: string[]; artifacts: object }>)[
    "release-notes"
  ] ?? { script: [], artifacts: {} };
  expect(artifacts).toMatchObject({ reports: { dotenv: "release.env" } });
  const env = { FIELDKIT_URL: url, FIELDKIT_API_KEY: key, CI_COMMIT_TAG: to };
  const { code, err } = await bash(script.join("\n"), env);
  expect([code, err]).toEqual([0, target]);
  const handed = readFileSync(join(runner, "release.env"), "utf8");
  const [, id, address] = /^RELEASE_ID=(\S+)\nRELEASE_URL=(\S+)\n$/.exec(handed) ?? [];
  const release = await done<Release>(site.owner.get(`${api}/releases/${id}`));
  expect(release).toMatchObject({ status: "published", title: to });
  expect(address).toContain(release.id);
});

describe("the command release", () => {
  const run = (...args: string[]) =>
    cli.call(["release", ...args], { env: { FIELDKIT_URL: url, FIELDKIT_API_KEY: key } });

  it("begins and goes its way, or waits and prints the notes", async () => {
    const begun = await run("generate", "--from", from, "--to", to);
    expect([begun.code, begun.stdout]).toEqual([
      0,
      expect.stringMatching(/^Release \S+ is being written\.\n$/),
    ]);
    const waited = await run("generate", "--from", from, "--to", to, "--wait");
    expect([waited.code, waited.stdout]).toEqual([0, expect.stringContaining("gift cards")]);
  });

  it("gives JSON with the address, and publishes at once or later", async () => {
    const made = await run("generate", "--repo", repo, "--to", to, "--wait", "--json");
    const draft = JSON.parse(made.stdout) as Shown;
    expect(draft).toMatchObject({ status: "draft", title: to, url: expect.stringContaining(draft.id) });
    const published = JSON.parse((await run("publish", draft.id, "--json")).stdout) as Shown;
    expect(published).toMatchObject({ id: draft.id, status: "published" });
    const atOnce = await run("generate", "--from", from, "--to", to, "--publish");
    expect(atOnce.stderr).toContain(`Published: ${to}`);
  });

  it("takes days instead of tags", async () => {
    const given = ["--from-date", "2026-03-01", "--to-date", "2026-03-02", "--wait", "--json"];
    const release = JSON.parse((await run("generate", ...given)).stdout) as Release;
    expect(release).toMatchObject({ ranges: null, fromDate: "2026-03-01T00:00:00.000Z" });
  });

  it.each<[string, string[], number, RegExp]>([
    [
      "both pairs",
      ["generate", "--from", "a", "--from-date", "2026-01-01"],
      2,
      /either --from and --to, or --from-date/,
    ],
    ["only the last day", ["generate", "--to-date", "2026-01-01"], 2, /--to-date needs --from-date/],
    ["a tag that is none", ["generate", "--to", "v0.0.0-none", "--wait"], 1, /v0\.0\.0-none/],
    ["no release", ["publish"], 2, /release: fieldkit release publish <id>/],
    ["a release that is none", ["publish", "0197f3b6-fb4c-7e07-9d62-a1c8f5b3e094"], 4, /not found/],
    ["a time that is none", ["generate", "--timeout", "soon"], 2, /--timeout must be a number/],
  ])("says what to do about %s", async (_, args, code, message) => {
    const ended = await run(...args);
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(message)]);
  });

  it("asks for a repository where the settings name none", async () => {
    const other = await createSite();
    const theirs = await createKey(other.owner, other.project.referenceId);
    const env = { FIELDKIT_URL: url, FIELDKIT_API_KEY: theirs.key };
    const ended = await cli.call(["release", "generate", "--to", to], { env });
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining("Name one with --repo")]);
  });
});
