import { normalizeEndpoint } from "../matching/endpoint";
import { fieldOf, type Notes } from "./read-document-values";

/** Placeholders in a path are written `{name}`, or where they are a whole segment `:name`. */
type Style = { colons: boolean };

const pathCharsMax = 4096;

/** The endpoint for a path, or why there is none. What our grammar would read otherwise is percent-encoded or renamed. */
export function endpointFor(
  path: string,
  notes: Notes,
  { colons }: Style = { colons: false },
): { endpoint: string } | { problem: string } {
  if (path.length > pathCharsMax) return { problem: "Its path is too long" };
  // Some write the query as in a template of an address: `/users{?page,size}`.
  const withoutQuery = path.replace(/\{[?&#][^{}]*\}/g, "");
  const cutAt = withoutQuery.search(/[?#]/);
  const plain = cutAt === -1 ? withoutQuery : withoutQuery.slice(0, cutAt);
  if (plain !== path) notes.add("What comes after its path is no part of an endpoint");
  const parts = plain.replace(/^\/+/, "").split("/");
  const segments = parts.map((part, at) =>
    segmentFor(part, { colons, isLast: at === parts.length - 1, notes }),
  );
  const normalized = normalizeEndpoint(`/${segments.join("/")}`);
  if ("problem" in normalized) return normalized;
  return normalized;
}

function segmentFor(part: string, options: Style & { isLast: boolean; notes: Notes }): string {
  if (options.colons && /^:[^:{}]+$/.test(part)) return `{${sanitized(part.slice(1), options.notes)}}`;
  if (part === "*" && options.isLast) return "%2A";
  const hasNames = /\{[^{}]*\}/.test(part);
  let text = "";
  let at = 0;
  for (const found of part.matchAll(/\{([^{}]*)\}/g)) {
    text += literal(part.slice(at, found.index), hasNames);
    text += `{${sanitized(found[1] ?? "", options.notes)}}`;
    at = found.index + found[0].length;
  }
  return text + literal(part.slice(at), hasNames);
}

/** Around curly names the grammar itself takes a colon for a text. */
function literal(text: string, besideNames: boolean): string {
  const encoded = text.toWellFormed().replace(/[\p{Cc}\s{}]/gu, (character) => encodeURIComponent(character));
  return besideNames ? encoded : encoded.replace(/:(?=[A-Za-z_])/g, "%3A");
}

function sanitized(name: string, notes: Notes): string {
  const beginning = placeholderName(name);
  if (beginning !== name) notes.add(`The placeholder ${name.slice(0, 50)} is called ${beginning}`);
  return beginning;
}

/** A name as placeholders can have it. */
export function placeholderName(name: string): string {
  const allowed = name
    .slice(0, 100)
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^-+|[-_]+$/g, "");
  return /^[A-Za-z_]/.test(allowed) ? allowed : `p${allowed}`;
}

/**
 * The endpoint of something in a document: what an export of ours says it is, or else what its path says. Without the
 * first an optional or repeated placeholder would be a plain one.
 */
export function endpointOf(
  exported: unknown,
  path: string,
  notes: Notes,
  style?: Style,
): { endpoint: string } | { problem: string } {
  const own = fieldOf(exported, "x-fieldkit-endpoint");
  return typeof own === "string" ? normalizeEndpoint(own) : endpointFor(path, notes, style);
}

/** Whether a mock is off. Other tools know no such thing, so that only an export of ours can say it. */
export const enabledOf = (exported: unknown): { enabled?: false } =>
  fieldOf(exported, "x-fieldkit-enabled") === false ? { enabled: false } : {};

/**
 * What all paths of a document begin with, by the address of its server. Below the base of a project's mocks, which is
 * the server in our exports, that is nothing: the same address shall answer again.
 */
export function basePathOf(address: string): string {
  const path = pathOfAddress(address);
  return path === mockPath ? "" : path;
}

const mockPath = "/api/mock";

/** The path of an address, without its query: `/v1` of `https://api.example.com/v1/`. */
export function pathOfAddress(address: string): string {
  const rest = address.replace(/^(?:[A-Za-z][A-Za-z0-9+.-]{0,30}:)?\/\/[^/?#]*/, "");
  const end = rest.search(/[?#]/);
  const path = end === -1 ? rest : rest.slice(0, end);
  let length = path.length;
  while (path[length - 1] === "/") length -= 1;
  return path.slice(0, length);
}
