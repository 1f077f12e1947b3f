import { canonicalSegment } from "./canonical-path";

/** One segment of an endpoint, or all that follow. Texts are canonical, as in `canonicalPath`. */
export type Segment =
  | { kind: "literal"; text: string }
  | { kind: "placeholder"; name: string }
  /** Placeholders with texts around them: `report.:ext`. A name takes one character or more, as few as will do. */
  | { kind: "mixed"; parts: MixedPart[] }
  /** One or more segments. Without a name it is `*`. */
  | { kind: "rest"; name: string };
export type MixedPart = { text: string } | { name: string };

/** How often a placeholder is there: a last one may be missing, or take several segments. */
type Repeat = "?" | "*" | "+";

const placeholderName = "[A-Za-z_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?";
/** A segment that is a placeholder: its name, and how often it is there. */
export const wholePlaceholder = new RegExp(`^:(${placeholderName})([?*+]?)$`);
/** Those among other text. */
export const everyPlaceholder = new RegExp(`:(${placeholderName})`, "g");

/** Whether an endpoint is a regular expression: `~^/v[0-9]+/users$`. */
export const isExpression = (endpoint: string): boolean => endpoint.startsWith("~^");

export const expressionIn = (endpoint: string): string => endpoint.slice(1);

/** Whether an endpoint matches anything besides its own text. */
export function isPattern(endpoint: string): boolean {
  if (isExpression(endpoint)) return true;
  if (!endpoint.includes(":") && !endpoint.endsWith("/*")) return false;
  return shapesOf(endpoint).some((shape) => shape.some(({ kind }) => kind !== "literal"));
}

/**
 * What an endpoint matches, one list of segments for each number of its optional ones: `/a/:b?` is `/a` and `/a/:b`. The
 * segments are those after the leading slash; `/` has one empty literal. Kinds are judged on the text as stored: `%3Aid`
 * and `%2A` are literals.
 */
export function shapesOf(endpoint: string): Segment[][] {
  const parts = endpoint.split("/").slice(1);
  const segments = parts.map((part, at) => segmentOf(part, at === parts.length - 1));
  const optional = parts.findIndex((part) => isOptional(repeatOf(part)));
  if (optional === -1) return [segments];
  const shapes: Segment[][] = [];
  for (let length = optional; length <= segments.length; length++) {
    // `/:a?` without its placeholder is the root.
    shapes.push(length === 0 ? [{ kind: "literal", text: "" }] : segments.slice(0, length));
  }
  return shapes;
}

/** Why the segments of an endpoint would not do what their author means, if so. */
export function segmentsProblem(endpoint: string): string | undefined {
  const parts = endpoint.split("/").slice(1);
  const first = parts.findIndex((part) => repeatOf(part) !== undefined);
  if (first === -1) return undefined;
  for (const part of parts.slice(first, -1)) {
    if (repeatOf(part) !== "?") return `can never match: '${part.slice(0, 50)}' has to be the last segment`;
  }
  // `/:a?/:b+` could not say which of the two takes a single segment.
  if (first < parts.length - 1 && !isOptional(repeatOf(parts.at(-1) ?? ""))) {
    return "can never match: only last segments may be optional";
  }
  return parts.slice(first).length > optionalMax
    ? `must have at most ${optionalMax} optional segments`
    : undefined;
}

/** Each makes an entry of its own in the index of patterns. */
const optionalMax = 5;

function repeatOf(part: string): Repeat | undefined {
  return (wholePlaceholder.exec(part)?.[2] || undefined) as Repeat | undefined;
}

const isOptional = (repeat: Repeat | undefined) => repeat === "?" || repeat === "*";

function segmentOf(part: string, isLast: boolean): Segment {
  if (part === "*" && isLast) return { kind: "rest", name: "*" };
  if (!part.includes(":")) return { kind: "literal", text: canonicalSegment(part) };
  const [, name, repeat] = wholePlaceholder.exec(part) ?? [];
  if (name !== undefined)
    return repeat === "*" || repeat === "+" ? { kind: "rest", name } : { kind: "placeholder", name };
  return mixedSegment(part);
}

function mixedSegment(part: string): Segment {
  const parts: MixedPart[] = [];
  let at = 0;
  for (const found of part.matchAll(everyPlaceholder)) {
    if (found.index > at) parts.push({ text: canonicalSegment(part.slice(at, found.index)) });
    parts.push({ name: found[1] ?? "" });
    at = found.index + found[0].length;
  }
  if (parts.length === 0) return { kind: "literal", text: canonicalSegment(part) };
  if (at < part.length) parts.push({ text: canonicalSegment(part.slice(at)) });
  return { kind: "mixed", parts };
}
