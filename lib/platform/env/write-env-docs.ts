/** `npm run env-docs`: rewrites what the repository tells of the variables, the README's table and `.env.example`. */
import { readFileSync, writeFileSync } from "node:fs";
import { exampleText, withVariables } from "./env-docs";
import { exampleFile, readmeFile } from "./env-docs-files";

writeFileSync(readmeFile, withVariables(readFileSync(readmeFile, "utf8")));
writeFileSync(exampleFile, exampleText());
