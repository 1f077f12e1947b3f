/** `npm run openapi`: rewrites the contract in the repository, and writes the whole OpenAPI document beside it. */
import { writeFileSync } from "node:fs";
import { contractFile, describeApi, describeContract, openapiFile } from "./openapi-files";

writeFileSync(contractFile, describeContract());
writeFileSync(openapiFile, `${JSON.stringify(describeApi(), null, 2)}\n`);
