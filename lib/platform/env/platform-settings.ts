/** What a platform for functions tells of itself. Pure, so that the middleware can import it too. */

type Source = Record<string, string | undefined>;

const isSet = (value: string | undefined): value is string => Boolean(value?.trim());

/** Whether this runs as functions of Vercel: many processes that share nothing but the database, frozen between requests. */
export const isOnPlatform = (source: Source = process.env): boolean => isSet(source.VERCEL);

/** Where the platform serves this: the production's own address there, else that of the branch or the deployment. */
export function platformAddress(source: Source): string | undefined {
  if (!isOnPlatform(source)) return undefined;
  const { VERCEL_ENV, VERCEL_PROJECT_PRODUCTION_URL, VERCEL_BRANCH_URL, VERCEL_URL } = source;
  const host =
    VERCEL_ENV === "production"
      ? [VERCEL_PROJECT_PRODUCTION_URL, VERCEL_URL].find(isSet)
      : [VERCEL_BRANCH_URL, VERCEL_URL].find(isSet);
  return host && `https://${host}`;
}

/** What has a default only where a process has a disk of its own. */
const needed = {
  DATABASE_URL: "must be set on Vercel, to a Postgres such as Neon's: functions have no disk for a database",
  AUTH_SECRET: "must be set on Vercel: functions have no disk to keep one that all of them know",
};

export function missingOnPlatform(present: Source): string[] {
  if (!isOnPlatform(present)) return [];
  return Object.entries(needed).flatMap(([name, problem]) =>
    isSet(present[name]) ? [] : `  ${name}: ${problem}`,
  );
}
