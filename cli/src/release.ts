import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { Release as ReleaseContract } from "@/lib/releases/notes/contract";
import type { Api } from "./api";
import type { Command, Context, Given } from "./command";
import { Failure, usage } from "./failure";
import { plainText } from "./terminal";

type Release = z.output<typeof ReleaseContract>;

const pollMs = 1500;

async function pathOf(api: Api, rest = ""): Promise<string> {
  return `/api/projects/${(await api.own()).project.id}/releases${rest}`;
}

export const generate: Command = {
  name: "release generate",
  summary: "Write release notes from commits",
  details: [
    "The range is between tags, branches or commits, or between dates. By default it starts after the last tag and ends",
    "at the tip of the branch. Without --repo, the repositories of the project's release settings are used.",
  ],
  options: {
    from: { type: "string", value: "ref", help: "last commit before the range: a tag, branch or hash" },
    to: { type: "string", value: "ref", help: "last commit of the range" },
    "from-date": {
      type: "string",
      value: "date",
      help: "first day, such as 2026-01-31, instead of refs",
    },
    "to-date": { type: "string", value: "date", help: "last day (today)" },
    repo: { type: "string", multiple: true, value: "url", help: "URL of a repository; can be repeated" },
    wait: { type: "boolean", short: "w", help: "wait for the notes and print them" },
    publish: { type: "boolean", help: "wait for the notes and publish them" },
    timeout: { type: "string", value: "seconds", help: "how long to wait (900)" },
  },
  examples: [
    ["fieldkit release generate --from v1.2.0 --to v1.3.0 --wait", "between two tags"],
    ["fieldkit release generate --from-date 2026-01-01 --publish", "this year's notes, published"],
  ],
  scopes: ["releases:write", "admin"],
  writes: true,
  async run(context) {
    const { given, terminal } = context;
    const timeoutMs = (given.number("timeout", { min: 1, max: 86_400 }) ?? 900) * 1000;
    checkRange(given);
    const api = await context.api();
    const begun = (
      await api.call("POST", await pathOf(api, "/generate"), { body: await rangeOf(context, api) })
    ).body as Release;
    if (!given.is("wait") && !given.is("publish")) {
      await show(context, api, begun, `Release ${begun.id} is being written.`);
      return undefined;
    }
    let release = await written(context, api, begun, timeoutMs);
    if (given.is("publish")) {
      release = (await api.call("POST", await pathOf(api, `/${release.id}/publish`))).body as Release;
      terminal.say(terminal.paint("green", `Published: ${plainText(release.title)}`));
    }
    if (release.warning) terminal.say(terminal.paint("yellow", plainText(release.warning, 500)));
    await show(context, api, release, release.content);
    return undefined;
  },
};

export const publish: Command = {
  name: "release publish",
  positionals: "<id>",
  positionalsMax: 1,
  summary: "Publish a release",
  examples: [
    ["fieldkit release publish 0197f3b6-fb4c-7e07-9d62-a1c8f5b3e094", "the ID that release generate prints"],
  ],
  scopes: ["releases:write", "admin"],
  writes: true,
  async run(context) {
    const { given } = context;
    const id = given.required(0, "Name the release: fieldkit release publish <id>");
    const api = await context.api();
    const path = await pathOf(api, `/${encodeURIComponent(id)}/publish`);
    const release = (await api.call("POST", path)).body as Release;
    await show(context, api, release, `Published: ${plainText(release.title)}`);
    return undefined;
  },
};

async function show({ terminal }: Context, api: Api, release: Release, text: string): Promise<void> {
  if (terminal.json) terminal.printJson({ ...release, url: await pageOf(api, release) });
  else terminal.print(text);
}

/** Where to read a release: on its public page if it has one, otherwise in the dashboard. */
async function pageOf(api: Api, { id, status }: Release): Promise<string> {
  const { project, addresses } = await api.own();
  const settings = await api.get<{ changelog: boolean }>(`/api/projects/${project.id}/release-settings`);
  const { origin, pathname } = new URL(addresses.dashboard);
  const isPublic = settings.changelog && status === "published";
  return isPublic ? `${origin}/changelog${pathname}/${id}` : `${addresses.dashboard}/releases/${id}`;
}

/** @throws {Failure} `usage` */
function checkRange(given: Given): void {
  const [fromDate, toDate] = [given.text("from-date"), given.text("to-date")];
  const hasRefs = (given.text("from") ?? given.text("to")) !== undefined;
  if ((fromDate ?? toDate) !== undefined && hasRefs) {
    throw usage("Use either --from and --to, or --from-date and --to-date.");
  }
  if (toDate !== undefined && fromDate === undefined) throw usage("--to-date needs --from-date.");
}

async function rangeOf({ given }: Context, api: Api): Promise<object> {
  const [fromDate, toDate] = [given.text("from-date"), given.text("to-date")];
  const [from, to] = [given.text("from"), given.text("to")];
  const repoUrls = given.list("repo");
  if (repoUrls.length === 0) repoUrls.push(...(await usualRepositories(api)));
  if (fromDate !== undefined) {
    return { fromDate, toDate: toDate ?? new Date().toISOString().slice(0, 10), repoUrls };
  }
  return { ranges: repoUrls.map((repoUrl) => ({ repoUrl, ...(from && { from }), ...(to && { to }) })) };
}

async function usualRepositories(api: Api): Promise<string[]> {
  const { project } = await api.own();
  const settings = await api.get<{ repoUrls?: string[] }>(`/api/projects/${project.id}/release-settings`);
  if (settings.repoUrls?.length) return settings.repoUrls;
  throw usage("The project's release settings have no repository. Name one with --repo.");
}

/** @throws {Failure} where the notes could not be written */
async function written(context: Context, api: Api, { id }: Release, timeoutMs: number): Promise<Release> {
  const { terminal, ended } = context;
  const until = Date.now() + timeoutMs;
  const path = await pathOf(api, `/${id}`);
  for (;;) {
    const release = await api.get<Release>(path).catch((error) => {
      throw ended.aborted ? stillRunning("interrupted", id) : error;
    });
    if (release.status !== "processing") {
      terminal.progressDone();
      if (release.errorMessage) throw new Failure("failed", plainText(release.errorMessage, 500));
      return release;
    }
    const { phase = "waiting", done = 0, total = 0 } = release.progress ?? {};
    terminal.progress(total > 0 ? `${phase}: ${done} of ${total}` : phase);
    if (Date.now() > until) {
      throw stillRunning("failed", id);
    }
    await sleep(pollMs, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) throw stillRunning("interrupted", id);
  }
}

const stillRunning = (kind: "failed" | "interrupted", id: string) =>
  new Failure(kind, `Fieldkit is still writing release ${id}. Open the releases page to see it.`);
