import { z } from "zod";
import { type OwnedToken, ownerPatterns } from "../forges/token-owners";

/** The administrator's tokens, with owners in lower case. */
export type ForgeTokens = { github: OwnedToken | undefined; gitlab: OwnedToken | undefined };

const token = z.string().trim().min(1).optional();
const owners = (pattern: RegExp, example: string) =>
  z
    .string()
    .transform((value, context) => {
      const names = value.split(",").map((each) => each.trim());
      const given = names.filter((each) => each !== "");
      for (const name of given.filter((each) => !pattern.test(each))) {
        context.addIssue(`must list owners such as ${example}, separated by commas; not "${name}"`);
      }
      return [...new Set(given.map((each) => each.toLowerCase()))];
    })
    .default([]);

/** The variables about GitHub and GitLab, for the schema of all variables. */
export const forgeVariables = {
  GITHUB_TOKEN: token,
  GITLAB_TOKEN: token,
  GITHUB_TOKEN_OWNERS: owners(ownerPatterns.github, "acme"),
  GITLAB_TOKEN_OWNERS: owners(ownerPatterns.gitlab, "acme or acme/tools"),
};

type Given = {
  GITHUB_TOKEN?: string | undefined;
  GITLAB_TOKEN?: string | undefined;
  GITHUB_TOKEN_OWNERS: string[];
  GITLAB_TOKEN_OWNERS: string[];
};

/** Without owners a token serves nobody: whoever may write release notes would read with it. */
export function forgeTokens(given: Given): ForgeTokens {
  const of = (text: string | undefined, names: readonly string[]) =>
    text === undefined || names.length === 0 ? undefined : { token: text, owners: names };
  return {
    github: of(given.GITHUB_TOKEN, given.GITHUB_TOKEN_OWNERS),
    gitlab: of(given.GITLAB_TOKEN, given.GITLAB_TOKEN_OWNERS),
  };
}
