import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { type PackageArchive, readPackage, storePackage, versionsMax } from "./stored-packages";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

const archive = (file: string, content = file): PackageArchive => ({
  ...{ name: file.startsWith("sdk") ? "sdk" : "cli", file },
  content: Buffer.from(content),
});
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const contentOf = async (file: string) => (await readPackage(db(), file))?.toString();

test("a file keeps its first content, also when other bytes come with the same name", async () => {
  await storePackage(db(), archive("sdk-1.0.0-ga.tgz", "first"), at(0));
  await storePackage(db(), archive("sdk-1.0.0-ga.tgz", "second"), at(1));
  expect(await contentOf("sdk-1.0.0-ga.tgz")).toBe("first");
  expect(await contentOf("sdk-1.0.0-gb.tgz")).toBeUndefined();
});

test("the newest versions of each package stay available", async () => {
  await storePackage(db(), archive("cli-1.0.0-ga.tgz"), at(0));
  for (let n = 1; n <= versionsMax; n += 1) {
    await storePackage(db(), archive(`sdk-2.0.${n}-gc.tgz`), at(n + 1));
  }
  expect(await contentOf("sdk-1.0.0-ga.tgz")).toBeUndefined();
  expect(await contentOf("sdk-2.0.1-gc.tgz")).toBe("sdk-2.0.1-gc.tgz");
  expect(await contentOf("cli-1.0.0-ga.tgz")).toBe("cli-1.0.0-ga.tgz");
});
