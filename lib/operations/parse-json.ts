import { json } from "@/lib/platform/budgets/budgets";
import { AppError } from "./errors";
import { jsonProblem } from "./json-size";
import type { Issue } from "./operation";
import { invalid, issuesMax, textProblem } from "./read-body";

type Permissions = {
  limits?: typeof json | (Omit<typeof json, "depthMax"> & { depthMax: number });
  /** Whether keys may be called `__proto__`: for those who only keep and send what they get. */
  anyKeys?: boolean;
};

/**
 * Parses a JSON object and refuses what would harm a database or a program: invalid UTF-8, more values or deeper
 * nesting than `json` allows, NUL, lone surrogates, `__proto__` keys.
 * @throws {AppError} `unsupported_media_type`, `invalid_json`, or `invalid_request` with every place.
 */
export function parseJson(
  bytes: Uint8Array,
  contentType: string | null,
  { limits = json, anyKeys = false }: Permissions = {},
): unknown {
  if (contentType !== null && !isJsonType(contentType)) {
    throw new AppError(
      "unsupported_media_type",
      "Send the body as JSON in UTF-8, with Content-Type: application/json.",
    );
  }
  if (bytes.byteLength === 0) throw new AppError("invalid_json", "A JSON body is required.");
  // Counted before it is parsed: a million values take seconds to parse and to check.
  const problem = jsonProblem(bytes, limits);
  if (problem) throw invalid([{ path: "", message: problem }]);
  const value = decode(bytes);
  const issues = unsafeParts(value, anyKeys);
  if (issues.length > 0) throw invalid(issues);
  return value;
}

/** JSON and formats based on it, in UTF-8: with another `charset` the text would be misread. */
function isJsonType(contentType: string): boolean {
  if (contentType === "application/json") return true;
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isUtf8 = charset === undefined || /^"?(utf-?8|us-ascii)"?$/.test(charset);
  return isUtf8 && /^application\/([\w.+-]+\+)?json$/.test(type);
}

/** One for all, because making one costs more than reading a small body with it. */
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(strictUtf8.decode(bytes));
  } catch {
    throw new AppError("invalid_json", "The body is not valid JSON in UTF-8.");
  }
}

type Place = { parent: Place | undefined; key: string };

/** What of a value would harm a database or a program, with its place. */
export function unsafeParts(root: unknown, anyKeys = false): Issue[] {
  const issues: Issue[] = [];
  const pending: { value: unknown; place: Place | undefined }[] = [{ value: root, place: undefined }];
  for (let next = pending.pop(); next && issues.length < issuesMax; next = pending.pop()) {
    const { value, place } = next;
    if (typeof value === "string") {
      const message = textProblem(value);
      if (message) issues.push({ path: pathOf(place), message });
    } else if (typeof value === "object" && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        const isRefused = key === "__proto__" && !anyKeys;
        const message = isRefused ? 'must not have a key "__proto__"' : textProblem(key);
        if (message) {
          const ofKey = message.replace("must not contain", "must not have a key with");
          issues.push({ path: pathOf(place), message: ofKey });
        } else pending.push({ value: child, place: { parent: place, key } });
      }
    }
  }
  return issues;
}

/** Written only for problems: the paths of all values would be longer than the body by far. */
function pathOf(place: Place | undefined): string {
  const keys: string[] = [];
  for (let each = place; each; each = each.parent) keys.push(each.key.slice(0, json.pathKeyMax));
  return keys.reverse().join(".");
}
