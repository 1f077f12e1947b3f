import { type Page, test } from "@playwright/test";
import type { Project } from "./workspace";

export const keysOf = ({ referenceId }: Project) => `/api/projects/${referenceId}/api-keys`;
export const serviceUrl = () => String(test.info().project.use.baseURL);
export const flagsOf = ({ id }: { id: string }, query = "") => `${serviceUrl()}/api/flags/${id}${query}`;

export const newDialog = (page: Page) => page.getByRole("dialog", { name: "Create API key" });
export const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

export async function act(page: Page, name: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}
