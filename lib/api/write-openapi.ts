/** Writes the committed description of the API anew: `npm run openapi`. */
import { writeFileSync } from "node:fs";
import { openapiFile, openapiText } from "./openapi-file";

writeFileSync(openapiFile, openapiText());
