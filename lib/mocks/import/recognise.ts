import type { ImportFormat } from "./convert-program";
import { isShownMock, mocksIn } from "./fieldkit";
import { isExportOfMockoon } from "./mockoon";
import { fieldOf, isFields, listOf, textOf } from "./read-document-values";

/** JSON and YAML; commands of cURL are a text. */
type Format = Exclude<ImportFormat, "curl">;
/** Why a document is of no format, or undefined if it is of this one. */
type Judge = (document: unknown) => string | undefined;

const has = (document: unknown, name: string) => fieldOf(document, name) !== undefined;
const hasList = (document: unknown, name: string) => Array.isArray(fieldOf(document, name));

/** Which format a document is of, or why it is none of those that can be imported. */
export function formatOf(document: unknown): Format | { problem: string } {
  const format = formatBy(document);
  if (!format) return { problem: isFields(document) ? unknown : `${unknown} It has no fields at all` };
  const problem = problemAs(format, document);
  return problem === undefined ? format : { problem };
}

const unknown =
  "This is none of the documents that can be imported: OpenAPI, Postman, HAR, Mockoon, WireMock, cURL or Fieldkit's own.";

/** By the fields that no other format has. */
function formatBy(document: unknown): Format | undefined {
  if (has(document, "openapi") || has(document, "swagger")) return "openapi";
  if (has(document, "fieldkit")) return "fieldkit";
  if (isHar(document)) return "har";
  if (hasList(document, "routes") && (has(document, "port") || has(document, "lastMigration")))
    return "mockoon";
  if (hasList(document, "mappings") || isMapping(document)) return "wiremock";
  if (isPostman(document) || isOldPostman(document)) return "postman";
  return listOf(mocksIn(document)).some(isShownMock) ? "fieldkit" : undefined;
}

/** Why a document can't be what somebody says that it is. */
export const problemAs = (format: ImportFormat, document: unknown): string | undefined =>
  format === "curl" ? undefined : judges[format](document);

const judges: Record<Format, Judge> = {
  openapi: (document) =>
    has(document, "openapi") || has(document, "swagger")
      ? versionProblem(document)
      : "This is no document of OpenAPI: it has no version in `openapi` or `swagger`",
  postman: (document) => {
    if (isPostman(document)) return undefined;
    return isOldPostman(document)
      ? "This is a collection of Postman's first format. Export it as Collection v2.1"
      : "This is no collection of Postman: it has no list `item`";
  },
  har: (document) => (isHar(document) ? undefined : "This is no HAR: it has no list `log.entries`"),
  mockoon: (document) =>
    hasList(document, "routes") || isExportOfMockoon(document)
      ? undefined
      : "This is no environment of Mockoon: it has no list `routes`",
  wiremock: (document) =>
    areMappings(document)
      ? undefined
      : "These are no mappings of WireMock: there is no list `mappings`, and no `request` with its `response`",
  fieldkit: (document) => {
    if (has(document, "fieldkit") && fieldOf(document, "fieldkit") !== 1) {
      return "This comes from another version of Fieldkit: 'fieldkit' must be 1";
    }
    const mocks = mocksIn(document);
    if (!mocks) return "This is no document of Fieldkit: it has no list of `mocks`, and is no mock itself";
    return mocks.length === 0 || mocks.some(isFields)
      ? undefined
      : "This is no document of Fieldkit: what it lists are no mocks";
  },
};

function versionProblem(document: unknown): string | undefined {
  const version = textOf(fieldOf(document, "openapi")) ?? "";
  // Without quotes YAML reads 3.0 as the number 3.
  if (/^3(?:\.[0-2](?:\.|$)|$)/.test(version)) return undefined;
  const swagger = textOf(fieldOf(document, "swagger")) ?? "";
  if (/^2(?:\.0|$)/.test(swagger)) return undefined;
  const given = (version || swagger).slice(0, 20);
  return `OpenAPI 3.0, 3.1 and Swagger 2.0 can be imported, and this says version ${given}`;
}

const isHar = (document: unknown) => hasList(fieldOf(document, "log"), "entries");

const isMapping = (document: unknown) =>
  isFields(fieldOf(document, "request")) && isFields(fieldOf(document, "response"));

/** One mapping, or several; a server's own list may be empty. */
function areMappings(document: unknown): boolean {
  if (!Array.isArray(document)) return hasList(document, "mappings") || isMapping(document);
  return document.length === 0 || document.some(isMapping);
}

const collectionIn = (document: unknown) => fieldOf(document, "collection") ?? document;

function isPostman(document: unknown): boolean {
  const collection = collectionIn(document);
  const schema = textOf(fieldOf(fieldOf(collection, "info"), "schema")) ?? "";
  return /collection\/v2\.[01]/.test(schema) || hasList(collection, "item");
}

function isOldPostman(document: unknown): boolean {
  const collection = collectionIn(document);
  const schema = textOf(fieldOf(fieldOf(collection, "info"), "schema")) ?? "";
  return /collection\/v1/.test(schema) || (hasList(collection, "requests") && has(collection, "order"));
}
