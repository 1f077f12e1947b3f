import { join } from "node:path";
import { lazily, singleton } from "../singleton";

const folder = (found?: string) => singleton("folder of bundled programs", () => found);

/**
 * Says where the build put the programs; the first one to say so is right. Without it they run from their sources.
 * The doors know, because bundlers rewrite where a module is.
 */
export const takeProgramsFrom = (path: string): void => void folder(path);

/** The same for a door that Next has bundled, which runs in the project's folder. */
export const takeBuiltPrograms = (): void => takeProgramsFrom(inProject("dist/programs"));

/** The file of a program, and what Node needs to run it. */
export function programFile({ name, source }: { name: string; source: string }) {
  const bundled = bundledPrograms();
  if (bundled) return { filename: join(/* turbopackIgnore: true */ bundled, `${name}.cjs`), execArgv: [] };
  return { filename: inProject(source), execArgv: ["--import", "tsx"] };
}

/** The comments keep Next from tracing all of the project. */
const inProject = (path: string) =>
  join(/* turbopackIgnore: true */ process.cwd(/* turbopackIgnore: true */), path);

const bundledPrograms = lazily(() => folder());
