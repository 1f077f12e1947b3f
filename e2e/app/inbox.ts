import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { type OutgoingHttpHeaders, request } from "node:http";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect } from "./browser";
import { enterProject, type Inbox, makeInbox } from "./workspace";

const run = promisify(execFile);

/** A new account's page of a new inbox, and the addresses of inbox and project pages. */
export async function openInbox(page: Page, fields: Partial<Inbox> = {}) {
  const { project, base } = await enterProject(page);
  const inbox = await makeInbox(page, project, fields);
  await page.goto(`${base}/webhooks/${inbox.id}`);
  await expect(page.getByRole("heading", { name: inbox.name, level: 1 })).toBeVisible();
  return { url: inbox.url, inbox, project, base };
}

export const list = (page: Page) => page.getByRole("region", { name: "Captured requests" });
export const detail = (page: Page) => page.getByRole("region", { name: "Request", exact: true });
export const rows = (page: Page) => list(page).getByRole("listitem").getByRole("link");
export const row = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text });

/** The paths in the list, which end in a slash here, because the time of day follows them. */
export const pathsOf = (page: Page) =>
  rows(page).evaluateAll((links) => links.map((link) => /\/[a-z]+-\d+\//.exec(link.textContent ?? "")?.[0]));

export async function expectLive(page: Page): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
}

/** The command in a snippet of the page, run as somebody would who pasted it. */
export async function pasteIntoShell(command: string): Promise<string> {
  const { stdout } = await run("bash", ["-e", "-c", `${command.trimEnd()} --silent --show-error`]);
  return stdout;
}

export type Sent = { method?: string; path?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer };

/** Sends a request to an inbox, without asking a name server for its host. */
export function sendTo(
  inboxUrl: string,
  { method = "POST", path = "", headers = {}, body = "" }: Sent = {},
): Promise<{ status: number; text: string }> {
  const { host, port, pathname } = new URL(inboxUrl);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path: pathname + path,
        agent: false,
        headers: { host, "content-length": Buffer.byteLength(body), ...headers },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

export const sendJson = (inboxUrl: string, path: string, value: unknown) =>
  sendTo(inboxUrl, { path, headers: { "content-type": "application/json" }, body: JSON.stringify(value) });

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

export const openMenu = (page: Page) =>
  page.getByRole("button", { name: "Actions for all requests" }).click();

/** The file that the page makes of all captures. */
export async function exported(page: Page, format: "JSON" | "HAR"): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent("download");
  await openMenu(page);
  await page.getByRole("menuitem", { name: `Export all as ${format}`, exact: true }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}
