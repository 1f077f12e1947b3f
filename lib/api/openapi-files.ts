import { fileURLToPath } from "node:url";
import { contractText } from "./contract-text";
import { openapiDocument } from "./openapi";
import { reference } from "./reference";
import { table } from "./table";

const inRepository = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** In Git, so that a review shows what a change of the API means for clients. */
export const contractFile = inRepository("docs/api-contract.txt");

/** Not in Git: the document in full, as the server gives it at `/api/openapi.json`. */
export const openapiFile = inRepository("openapi.json");

const operations = table.map(({ operation }) => operation);

export const describeApi = () => openapiDocument(operations, reference);

export const describeContract = () => contractText(operations, describeApi());
