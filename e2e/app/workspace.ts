import type { BrowserContext, Page } from "@playwright/test";
import type { getMock } from "@/lib/mocks/contract";
import type { Output } from "@/lib/operations/operation";
import type { getProject } from "@/lib/projects/contract";
import type { getTeam } from "@/lib/teams/contract";
import type { getWebhook } from "@/lib/webhooks/contract";
import { type Account, expect, newAccount } from "./browser";

export type Team = Output<typeof getTeam>;
export type Project = Output<typeof getProject>;
export type Mock = Output<typeof getMock>;
export type Response = Mock["responses"][number];
export type Inbox = Output<typeof getWebhook>;

/** The API with the cookies of the page's browser, for what a test needs but is not about. */
export async function send<T>(
  page: Page,
  method: "GET" | "POST" | "PUT",
  path: string,
  data?: object,
): Promise<T> {
  const response = await page.request.fetch(path, { method, ...(data && { data }) });
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.json();
}

/** A new account, signed in, with its personal team. */
export async function enter(page: Page, account: Account = newAccount()) {
  await send(page, "POST", "/api/auth/sign-up/email", account);
  const [team] = await send<Team[]>(page, "GET", "/api/teams");
  if (!team) throw new Error("The account has no team");
  return { account, team };
}

export function makeTeam(page: Page, slug: string): Promise<Team> {
  return send(page, "POST", "/api/teams", { name: `Team ${slug}`, slug });
}

export function makeProject(page: Page, team: Team, fields: Partial<Project> = {}): Promise<Project> {
  const given = { name: "Coffee shop", slug: "coffee-shop", ...fields };
  return send(page, "POST", `/api/teams/${team.id}/projects`, given);
}

export function makeMock(page: Page, project: Project, fields: Partial<Mock> = {}): Promise<Mock> {
  const given = { name: "List users", endpoint: "/users", ...fields };
  return send(page, "POST", `/api/projects/${project.id}/mocks`, given);
}

export function makeInbox(page: Page, project: Project, fields: Partial<Inbox> = {}): Promise<Inbox> {
  return send(page, "POST", `/api/projects/${project.id}/webhooks`, { name: "Payments", ...fields });
}

/** A response as the API fills it in. */
export function responseOf(fields: Partial<Response>): Response {
  return {
    ...{ name: "", when: null, statusCode: 200, headers: {}, body: "{}", delayMs: 0, weight: 1 },
    ...{
      bodyEncoding: "text",
      bodyFileId: null,
      templated: false,
      delayDistribution: null,
      bytesPerSecond: null,
      fault: null,
    },
    ...fields,
  };
}

/** `Mock 1` at `/items/1` and so on; every third is off. */
export async function makeMocks(page: Page, project: Project, count: number): Promise<void> {
  const codes = [200, 201, 301, 404, 503];
  await Promise.all(
    Array.from({ length: count }, (_, index) => index + 1).map((index) =>
      makeMock(page, project, {
        name: `Mock ${index}`,
        endpoint: `/items/${index}`,
        statusCode: codes[index % codes.length] ?? 200,
        enabled: index % 3 > 0,
      }),
    ),
  );
}

/** The title that a page's HTML arrives with. */
export const titleIn = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

/** To the end of the page, where some parts come when they are looked at. */
export const scrollDown = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

export async function invite(page: Page, team: Team, email: string, role: "admin" | "member") {
  const path = `/api/teams/${team.id}/invitations`;
  return send<{ url: string; token: string }>(page, "POST", path, { email, role });
}

type Member = { account: Account; cookies: Awaited<ReturnType<BrowserContext["cookies"]>>; teams: number };

/** Lists of teams stay short. */
const teamsPerAccount = 10;
let member: Member | undefined;

/**
 * A new team of an account that the tests of a worker share, because signing up takes as long as a page load. A test
 * that changes the account or ends its sessions uses `enter`.
 */
export async function enterTeam(page: Page): Promise<{ account: Account; team: Team }> {
  if (!member || member.teams === teamsPerAccount) {
    const { account } = await enter(page);
    member = { account, cookies: await page.context().cookies(), teams: 0 };
  } else {
    await page.context().addCookies(member.cookies);
  }
  member.teams += 1;
  const { account } = member;
  const slug = account.email.slice(account.email.indexOf("-") + 1, account.email.indexOf("@"));
  const given = { name: account.name, slug: `${slug}-${member.teams}` };
  return { account, team: await send<Team>(page, "POST", "/api/teams", given) };
}

/** A team of its own with a project, and the address of the project's pages. */
export async function enterProject(page: Page, fields: Partial<Project> = {}) {
  const { account, team } = await enterTeam(page);
  const project = await makeProject(page, team, fields);
  return { account, team, project, base: `/${team.slug}/${project.slug}` };
}
