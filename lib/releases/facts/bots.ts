import type { Signature } from "@/lib/platform/commits/commit-object";

const names =
  /\[bot\]$|[\s_-]bot$|^(dependabot|renovate|github[- ]actions?|greenkeeper|snyk|semantic-release|release-please|pre-commit-ci|allcontributors|weblate|hosted weblate|crowdin|transifex|imgbot|codecov|mergify|kodiakhq|bors|jenkins|travis ci|circleci|gitlab ci|copilot|claude code|cursor agent)(-io|-bot| bot)?$/i;
/** Accounts that a project has for its own automation: a login, not a person's name, that ends so. */
const login = /^[a-z\d][a-z\d._-]*(bot|robot|automation)$/;
const mails =
  /\[bot\]@|^([\w.+-]*[._+-])?(bot|robot|ci|automation|noreply|no-reply)@(?!(users\.noreply|gmail|outlook|hotmail)\.)|bot@users\.noreply\.|@renovateapp\.com$|^support@dependabot\.com$|@dependabot\.com$|^cursoragent@/i;

/** Whether a program signs so: a well-known one, or a project's own. It is not thanked. */
export function isBot({ name, email }: Pick<Signature, "name" | "email">): boolean {
  const short = name.slice(0, 100).trim();
  return names.test(short) || login.test(short) || mails.test(email.slice(0, 200));
}
