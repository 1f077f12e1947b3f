import { jsonProblem } from "@/lib/operations/json-size";
import { fieldOf, importLimits, isFields, textOf } from "./read-document-values";
import { parseYaml } from "./read-document-yaml";

export type ImportFormat = "openapi" | "postman" | "har" | "mockoon" | "wiremock" | "curl" | "fieldkit";

export type ReadDocument = { document: unknown; format: ImportFormat } | { problem: string };

const jsonLimits = { depthMax: importLimits.depth, valuesMax: 1_000_000, entriesMax: 1_000_000 };

/**
 * Reads JSON, YAML or cURL commands, and recognises by its content what a document is.
 * @param wanted what somebody says that it is
 */
export function readDocument(text: string, wanted?: ImportFormat): ReadDocument {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const bytes = plain.length > importLimits.bytes ? undefined : new TextEncoder().encode(plain);
  if (!bytes || bytes.byteLength > importLimits.bytes)
    return { problem: "A document may have at most 5 MiB" };
  if (plain.trim() === "") return { problem: "The document is empty" };
  const isCurl = wanted === "curl" || (!wanted && /^\s*(?:\$\s+)?curl(?:\.exe)?\s/.test(plain));
  if (isCurl) return { document: plain, format: "curl" };
  const parsed = parse(plain, bytes);
  if ("problem" in parsed) return parsed;
  const format = wanted && wanted !== "openapi" ? wanted : formatOf(parsed.document);
  if (typeof format !== "string") return format;
  if (wanted && format !== wanted) return { problem: `This is no document of OpenAPI but of ${format}` };
  return { document: parsed.document, format };
}

function parse(text: string, bytes: Uint8Array): { document: unknown } | { problem: string } {
  const looksLikeJson = /^\s*[[{]/.test(text);
  if (!looksLikeJson) return asYaml(text);
  const tooMuch = jsonProblem(bytes, jsonLimits);
  if (tooMuch) return { problem: `The document ${tooMuch}` };
  try {
    return { document: JSON.parse(text) };
  } catch (error) {
    // YAML forgives commas at the end, comments and missing quotes, and knows where what it can't forgive is.
    const yaml = parseYaml(text);
    if ("document" in yaml) return yaml;
    const place = placeIn(text, error);
    const reason = place ? `${place}: ${reasonOf(error)}` : yaml.problem;
    return { problem: `The document is not valid JSON: ${reason}` };
  }
}

function asYaml(text: string): { document: unknown } | { problem: string } {
  const yaml = parseYaml(text);
  return "document" in yaml ? yaml : { problem: `The document can't be read as YAML: ${yaml.problem}` };
}

/** Not every version of the engine says where a mistake is, and some only how many characters into the text. */
function placeIn(text: string, error: unknown): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined;
  const found = /at position (\d+)/.exec(error.message)?.[1];
  const atEnd = /end of JSON input/.test(error.message);
  if (found === undefined && !atEnd) return undefined;
  const before = text.slice(0, atEnd ? text.length : Number(found));
  const lineStart = before.lastIndexOf("\n") + 1;
  return `line ${before.split("\n").length}, column ${before.length - lineStart + 1}`;
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : "").replace(/ in JSON at position.*$/s, "").slice(0, 200);

/** Which format a document is of, or why it is none of those that can be imported. */
function formatOf(document: unknown): ImportFormat | { problem: string } {
  if (!isFields(document)) return { problem: `${unknownFormat} It has no fields at all` };
  const has = (name: string) => fieldOf(document, name) !== undefined;
  if (has("openapi") || has("swagger")) return openApi(document);
  if (has("fieldkit")) return exported(document);
  if (Array.isArray(fieldOf(fieldOf(document, "log"), "entries"))) return "har";
  const routes = Array.isArray(fieldOf(document, "routes"));
  if (routes && (has("port") || has("lastMigration"))) return "mockoon";
  if (Array.isArray(fieldOf(document, "mappings"))) return "wiremock";
  if (isFields(fieldOf(document, "request")) && isFields(fieldOf(document, "response"))) return "wiremock";
  return postman(fieldOf(document, "collection") ?? document) ?? { problem: unknownFormat };
}

const unknownFormat =
  "This is none of the documents that can be imported: OpenAPI, Postman, HAR, Mockoon, WireMock, cURL or Fieldkit's own.";

function openApi(document: unknown): ImportFormat | { problem: string } {
  const version = textOf(fieldOf(document, "openapi")) ?? "";
  // Without quotes YAML reads 3.0 as the number 3.
  if (/^3(?:\.[0-2](?:\.|$)|$)/.test(version)) return "openapi";
  const swagger = textOf(fieldOf(document, "swagger")) ?? "";
  if (/^2(?:\.0|$)/.test(swagger)) return "openapi";
  const given = (version || swagger).slice(0, 20);
  return { problem: `OpenAPI 3.0, 3.1 and Swagger 2.0 can be imported, and this says version ${given}` };
}

function exported(document: unknown): ImportFormat | { problem: string } {
  if (fieldOf(document, "fieldkit") !== 1) {
    return { problem: "This comes from another version of Fieldkit: 'fieldkit' must be 1" };
  }
  return Array.isArray(fieldOf(document, "mocks"))
    ? "fieldkit"
    : { problem: "An export has a list of 'mocks'" };
}

function postman(collection: unknown): ImportFormat | { problem: string } | undefined {
  const schema = textOf(fieldOf(fieldOf(collection, "info"), "schema")) ?? "";
  if (/collection\/v2\.[01]/.test(schema) || Array.isArray(fieldOf(collection, "item"))) return "postman";
  if (
    /collection\/v1/.test(schema) ||
    (Array.isArray(fieldOf(collection, "requests")) && fieldOf(collection, "order"))
  ) {
    return { problem: "This is a collection of Postman's first format. Export it as Collection v2.1" };
  }
  return undefined;
}
