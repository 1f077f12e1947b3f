import type { Browser, Page } from "@playwright/test";
import type { Account } from "./browser";
import { enterProject, type Mock, makeMock, send } from "./workspace";

type Room = { account: Account; mock: Mock; path: string; url: string };

/** The page of a new mock. */
export async function openMock(page: Page, fields: Partial<Mock> = {}): Promise<Room> {
  const { account, project, base } = await enterProject(page);
  const mock = await makeMock(page, project, fields);
  const url = `${base}/mocks/${mock.id}`;
  await page.goto(url);
  return { account, mock, url, path: `/api/projects/${project.id}/mocks/${mock.id}` };
}

/** Somebody else at the same account's team, in a browser of their own. */
export async function somebodyElse(browser: Browser, { account }: Room): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { email, password } = account;
  await send(page, "POST", "/api/auth/sign-in/email", { email, password });
  return page;
}

export const nameOf = (page: Page) => page.getByLabel("Name", { exact: true });
export const bodyOf = (page: Page) => page.getByLabel("Body", { exact: true });
export const save = (page: Page) => page.getByRole("button", { name: "Save changes" });
export const leaveQuestion = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });
