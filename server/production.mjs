/** Imported before everything else by what the build bundles: packages ask for these when they are loaded. */
import { existsSync, readFileSync } from "node:fs";

process.env.NODE_ENV = "production";
// Next would read `.env` where it renders pages, and nothing else would: both have to know the same settings. It takes this
// for having done so.
process.env.__NEXT_PROCESSED_ENV = "true";
const inProject = (name) => new URL(`../${name}`, import.meta.url);
// A packed Fieldkit has Next's settings as the build found them, because to read them as they are written takes Next's
// compiler. Next's own standalone servers do the same.
if (!existsSync(inProject("next.config.ts"))) {
  const { config } = JSON.parse(readFileSync(inProject(".next/required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
