import { jsonProblem } from "@/lib/operations/json-size";
import type { ImportFormat } from "./convert-program";
import { importLimits } from "./read-document-values";
import { parseYaml } from "./read-document-yaml";
import { formatOf, problemAs } from "./recognise";

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
  const { document } = parsed;
  if (wanted) {
    const problem = problemAs(wanted, document);
    return problem === undefined ? { document, format: wanted } : { problem };
  }
  const format = formatOf(document);
  return typeof format === "string" ? { document, format } : format;
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
