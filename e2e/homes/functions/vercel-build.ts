import { readFileSync } from "node:fs";
import { join } from "node:path";
import { layOutFunctions } from "./folders";
import type { Build } from "./front";
import { loadMiddleware } from "./middleware";
import type { Route } from "./routes";
import { filesIn } from "./static-files";

type OutputConfig = {
  routes: Route[];
  overrides: Record<string, { path?: string; contentType?: string }>;
};

/** Reads what `vercel build` made in the folder of a project. @param env what the middleware is told */
export function readVercelBuild(project: string, env: NodeJS.ProcessEnv): Build {
  const output = join(project, ".vercel", "output");
  const { routes, overrides } = JSON.parse(readFileSync(join(output, "config.json"), "utf8")) as OutputConfig;
  const files = join(output, "static");
  const named = new Map(
    Object.entries(overrides).map(([file, { path, contentType }]) => [
      `/${path ?? file}`,
      { path: join(files, file), contentType },
    ]),
  );
  const functions = layOutFunctions(output, project, join(project, "folders"));
  const edge = functions.get("/middleware");
  return {
    routes,
    functions,
    file: filesIn("/", files, named),
    ...(edge && { middleware: loadMiddleware(edge.folder, env) }),
  };
}
