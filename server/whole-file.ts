import type { BuildOptions } from "esbuild";

/** How a program is bundled with all of its packages into one file, which starts wherever there is Node. */
export const wholeFile = {
  packages: "bundle" as const,
  sourcemap: false as const,
  // Native parts that `ws` does without.
  external: ["bufferutil", "utf-8-validate"],
} satisfies BuildOptions;

/** Packages in CommonJS ask for Node's own modules. */
export const requireBanner =
  'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);';
