import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "@/server/build-stamp";
import { run } from "../../check/run-command";
import { createScratchDatabase } from "../../scratch-database";

/** The last version of Vercel's command whose dependencies the registry has. */
const vercelVersion = "60.1.3";

let built: Promise<string> | undefined;

/** What `vercel build` makes, which takes minutes: one build serves all suites of a run. @returns the project's folder */
export function builtForVercel(databaseUrl: string): Promise<string> {
  built ??= buildOnce(databaseUrl);
  return built;
}

async function buildOnce(databaseUrl: string): Promise<string> {
  // A developer who goes through tests one by one keeps what was built.
  const { FIELDKIT_FUNCTIONS } = process.env;
  if (FIELDKIT_FUNCTIONS) return FIELDKIT_FUNCTIONS;
  const folder = await mkdtemp(join(tmpdir(), "fieldkit-vercel-"));
  const scratch = await createScratchDatabase(databaseUrl);
  await buildForVercel(folder, scratch.url);
  await scratch.drop();
  return join(folder, "project");
}

/**
 * Makes in an empty folder what Vercel makes of a deployment, with Vercel's own command and the settings of `vercel.json`. It
 * needs the registry of npm for that command, and the network for nothing else.
 * @param databaseUrl a Postgres that the release step migrates
 */
async function buildForVercel(folder: string, databaseUrl: string): Promise<void> {
  const project = join(folder, "project");
  copySources(project);
  mkdirSync(join(project, ".vercel"));
  writeFileSync(
    join(project, ".vercel", "project.json"),
    JSON.stringify({
      projectId: "prj_local",
      orgId: "team_local",
      settings: { framework: "nextjs", installCommand: "true" },
    }),
  );
  const tool = join(folder, "tool");
  mkdirSync(tool);
  writeFileSync(join(tool, "package.json"), "{}");
  await run("npm", ["install", "--ignore-scripts", `vercel@${vercelVersion}`], {
    label: "vercel",
    cwd: tool,
  });
  await run(join(tool, "node_modules", ".bin", "vercel"), ["build", "--yes", "--prod", "--token", "none"], {
    label: "vercel build",
    cwd: project,
    env: {
      HOME: join(folder, "home"),
      VERCEL_TELEMETRY_DISABLED: "1",
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: "a secret of thirty-two characters",
    },
  });
}

/** What is in the repository or could be, and the packages as they are installed. */
function copySources(project: string): void {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  for (const file of listed.split("\n").filter(Boolean)) {
    const from = join(projectRoot, file);
    if (!existsSync(from)) continue;
    const to = join(project, file);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to);
  }
  execFileSync("cp", ["-al", join(projectRoot, "node_modules"), join(project, "node_modules")]);
}
