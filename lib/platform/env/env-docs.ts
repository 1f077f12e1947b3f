import { type DescribedVariable, variableGroups } from "./variables";

/** The README's table stands between these lines. */
const begin = "<!-- Written from lib/platform/env/variables.ts; CONTRIBUTING.md says how. -->";
const end = "<!-- End of what is written. -->";

const head = `# Settings of Fieldkit. Nothing needs to be set. What can be stands below, each with what holds without it.
#
# Fieldkit does not look for a file .env by itself: neither \`npm start\` nor the operator's commands do. Copy this file to
# .env, take the "# " away from what you set, and start it with one of
#
#   node --env-file=.env server/start.mjs          (dist/server.js where it is unpacked from a tarball)
#   set -a; . ./.env; set +a; npm start            (or a command: npm run doctor)
#   docker run --env-file .env …
#   EnvironmentFile=/etc/fieldkit.env              (in a unit of systemd)
#
# \`docker compose\` reads .env by itself and hands all of it on. \`next start\` reads it by itself, too.
# Secrets that nobody gives you are left empty here: \`openssl rand -hex 32\` makes one. Empty is the same as not set.
`;

/** The README's table in Markdown, aligned, without a line break at its end. */
export function variablesTable(): string {
  const variables = variableGroups.flatMap((group) => group.variables);
  const rows = variables.map((variable) => [
    Object.keys(variable.examples)
      .map((name) => `\`${name}\``)
      .join(", "),
    variable.default,
    meaningOf(variable),
  ]);
  return alignedTable([["Variable", "Default", "Meaning"], ...rows]);
}

/**
 * The README with the table as it is now.
 * @throws if there is no place for it
 */
export function withVariables(readme: string): string {
  const [before, rest] = readme.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`The README has no lines "${begin}" and "${end}".`);
  return `${before}${begin}\n\n${variablesTable()}\n\n${end}${after}`;
}

/** The whole text of `.env.example`. */
export function exampleText(): string {
  const groups = variableGroups.map(({ title, variables }) =>
    [`# ---- ${title} ----\n`, ...variables.map(exampleOf)].join("\n"),
  );
  return [head, ...groups].join("\n");
}

function exampleOf(variable: DescribedVariable): string {
  const lines = Object.entries(variable.examples).map(([name, value]) => `# ${name}=${value}\n`);
  return `# ${meaningOf(variable)}\n# Default: ${variable.default}\n${lines.join("")}`;
}

function meaningOf({ meaning, needed }: DescribedVariable): string {
  return needed ? `${meaning}; needed ${needed.join(" and ")}` : meaning;
}

function alignedTable(rows: readonly string[][]): string {
  const columns = rows[0] ?? [];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const [first = "", ...others] = rows.map((row) =>
    line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  );
  return [first, line(widths.map((width) => "-".repeat(width))), ...others].join("\n");
}
