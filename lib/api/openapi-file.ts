import { fileURLToPath } from "node:url";
import { openapiDocument } from "./openapi";
import { table } from "./table";

/** The copy in the repository: a change of the API shows in its diff. */
export const openapiFile = fileURLToPath(new URL("../../docs/openapi.json", import.meta.url));

export function openapiText(): string {
  return `${JSON.stringify(openapiDocument(table.map(({ operation }) => operation)), null, 2)}\n`;
}
