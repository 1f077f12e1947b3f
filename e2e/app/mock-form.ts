import type { Browser, Locator, Page } from "@playwright/test";
import { type Account, expect } from "./browser";
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

/**
 * Writes another text into a field for code. Not by `fill`: browsers put what replaces a selection into the element at its beginning, with the
 * colours that it has, and the editor may move the selection before that.
 */
export async function writeCode(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.press("ControlOrMeta+a");
  await field.press("Delete");
  if (text) await field.page().keyboard.insertText(text);
}

/** What a field for code holds, whether its editor has come already or not. */
export const codeIn = (field: Locator): Promise<string> =>
  field.evaluate((element) => {
    if (element instanceof HTMLTextAreaElement) return element.value;
    return [...element.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n");
  });

export const expectCode = (field: Locator, code: string): Promise<void> =>
  expect.poll(() => codeIn(field)).toBe(code);

export const save = (page: Page) => page.getByRole("button", { name: "Save changes" });
export const leaveQuestion = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });

/** The form that calls a mock from its page. */
export const testForm = (page: Page) =>
  page.locator("form").filter({ has: page.getByRole("button", { name: "Send request" }) });

/** Chooses an option of a select, by the select's label and the option's. */
export async function choose(within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole("combobox", { name: label }).click();
  await within.page().getByRole("option", { name: option, exact: true }).click();
}

const responseList = (page: Page) => page.getByRole("list", { name: "Responses" });

/** The response with this title in the form of a mock. */
export const responseAt = (page: Page, title: string) =>
  responseList(page).getByRole("group", { name: title, exact: true });

export async function responseTitles(page: Page): Promise<string[]> {
  const groups = responseList(page).locator("> li > fieldset");
  return groups.evaluateAll((found) => found.map((group) => group.getAttribute("aria-label") ?? ""));
}

/** Adds a response, which is open, and has this number until it has a name. */
export async function addResponse(page: Page, number: number): Promise<Locator> {
  await page.getByRole("button", { name: "Add response" }).click();
  const response = responseAt(page, `Response ${number}`);
  await expect(response.getByLabel("Response name")).toBeFocused();
  return response;
}
