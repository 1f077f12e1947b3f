import { desc, eq, like, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { packages } from "@/db/schema/packages";
import type { PackageName } from "@/lib/platform/env/package-files";

/** Versions of a package that stay available. */
export const versionsMax = 100;

export type PackageArchive = { name: PackageName; file: string; content: Buffer };

/**
 * Stores an archive, so that its URL works after upgrades. The first content of a file stays: the same sources make other
 * bytes with another version of Node, and lock files hold the digest of the bytes.
 */
export async function storePackage(
  db: Db,
  { name, file, content }: PackageArchive,
  now: Date,
): Promise<void> {
  await db.insert(packages).values({ file, content, createdAt: now }).onConflictDoNothing();
  const ofPackage = like(packages.file, `${name}-%`);
  const oldest = db
    .select({ createdAt: packages.createdAt })
    .from(packages)
    .where(ofPackage)
    .orderBy(desc(packages.createdAt))
    .limit(1)
    .offset(versionsMax - 1);
  await db.delete(packages).where(sql`${ofPackage} and ${lt(packages.createdAt, sql`(${oldest})`)}`);
}

export async function readPackage(db: Db, file: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ content: packages.content }).from(packages).where(eq(packages.file, file));
  return row?.content;
}
