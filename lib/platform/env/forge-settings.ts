import { z } from "zod";

/** A token of the operator's, and the owners whose repositories it may read, in lower case. */
export type OperatorToken = { token: string; owners: readonly string[] };
export type ForgeTokens = { github: OperatorToken | undefined; gitlab: OperatorToken | undefined };

const segment = "[A-Za-z0-9_][A-Za-z0-9_.-]*";

const token = z.string().trim().min(1).optional();
const owners = (pattern: string, example: string) =>
  z
    .string()
    .transform((value, context) => {
      const names = value.split(",").map((each) => each.trim());
      const given = names.filter((each) => each !== "");
      for (const name of given.filter((each) => !new RegExp(`^${pattern}$`).test(each))) {
        context.addIssue(`must list owners such as ${example}, separated by commas; not "${name}"`);
      }
      return [...new Set(given.map((each) => each.toLowerCase()))];
    })
    .default([]);

/** The variables about GitHub and GitLab, for the schema of all variables. */
export const forgeVariables = {
  GITHUB_TOKEN: token,
  GITLAB_TOKEN: token,
  GITHUB_TOKEN_OWNERS: owners(segment, "acme"),
  GITLAB_TOKEN_OWNERS: owners(`${segment}(/${segment})*`, "acme or acme/tools"),
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
