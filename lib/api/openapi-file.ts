import { fileURLToPath } from "node:url";
import { openapiDocument } from "./openapi";
import { reference } from "./reference";
import { table } from "./table";

/** The copy in the repository, so that a change of the API shows in a diff. */
export const openapiFile = fileURLToPath(new URL("../../docs/openapi.json", import.meta.url));

export function openapiText(): string {
  const operations = table.map(({ operation }) => operation);
  return `${JSON.stringify(openapiDocument(operations, reference), null, 2)}\n`;
}
