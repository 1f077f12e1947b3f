import type { Page } from "@playwright/test";
import { connect, type Db } from "@/db/client";
import { embeddedUrl } from "@/db/embedded/embedded-url";

/** What a page with lists may weigh and hold, however much its project has. */
export const htmlBytesMax = 400_000;
export const elementsMax = 4000;

/** Rows by the thousand are made in the service's own database. */
export async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = connect(embeddedUrl(process.env.FIELDKIT_DATA_DIR ?? ""));
  await work(db).finally(close);
}

export const elementsOf = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);
