/** `npm run openapi`: rewrites the description of the API that is in the repository. */
import { writeFileSync } from "node:fs";
import { openapiFile, openapiText } from "./openapi-file";

writeFileSync(openapiFile, openapiText());
