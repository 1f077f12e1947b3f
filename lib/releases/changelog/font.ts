import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const fontPath = "/changelog/geist.woff2";

/** Next traces this path, so that a platform which copies only what is used copies the font too. */
export const font = readFileSync(
  join(process.cwd(), "node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2"),
);

/** In the font's address, which may then be kept for ever. */
export const fontVersion = hash("sha1", font, "hex").slice(0, 10);
