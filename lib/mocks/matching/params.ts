import { takeMixed } from "./mixed-segment";
import { type Segment, shapesOf } from "./segments";

/** Parameters by name. Has no prototype, because names are people's. */
export type Params = Record<string, string>;

/** What the placeholders of an endpoint take of a canonical path that it matches, decoded. `*` takes what is left. */
export function paramsOf(endpoint: string, path: string): Params {
  const segments = path.split("/").slice(1);
  // The longest first, because an optional one that can be there is.
  for (const shape of shapesOf(endpoint).reverse()) {
    const params = taken(shape, segments);
    if (params) return params;
  }
  return Object.create(null);
}

function taken(shape: readonly Segment[], segments: readonly string[]): Params | undefined {
  const params: Params = Object.create(null);
  for (const [at, segment] of shape.entries()) {
    const text = segments[at];
    if (text === undefined) return undefined;
    if (segment.kind === "rest") {
      params[segment.name] = segments.slice(at).map(plain).join("/");
      return params;
    }
    if (segment.kind === "literal") {
      if (segment.text !== text) return undefined;
    } else if (segment.kind === "placeholder") {
      if (text === "") return undefined;
      params[segment.name] = plain(text);
    } else {
      const values = takeMixed(segment.parts, text);
      if (!values) return undefined;
      const names = segment.parts.flatMap((part) => ("name" in part ? [part.name] : []));
      for (const [position, name] of names.entries()) params[name] = plain(values[position] ?? "");
    }
  }
  return shape.length === segments.length ? params : undefined;
}

/** Undoes what makes a segment canonical. */
const plain = (segment: string) => segment.replaceAll("%2F", "/").replaceAll("%25", "%");
