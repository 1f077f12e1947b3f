import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const fontPath = "/changelog/geist.woff2";

/** Next traces this path, so that platforms that copy only the files in use copy the font too. */
export const font = readFileSync(
  join(process.cwd(), "node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2"),
);

/** Part of the font's address, so that browsers may keep the font for ever. */
export const fontVersion = hash("sha1", font, "hex").slice(0, 10);
