const curly = /\{([^{}]*)\}/g;
const name = /^[A-Za-z_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?$/;
const nameWithRepeat = /^([A-Za-z_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)[?*+]?$/;

/**
 * `/users/{id}` as `/users/:id`. Around curly names a colon is a text, as is what would go on with a name; both are
 * percent-encoded, so that `/{id}:run` means `/7:run`.
 */
export function withColonNames(endpoint: string): { endpoint: string } | { problem: string } {
  if (!/[{}]/.test(endpoint)) return { endpoint };
  const segments: string[] = [];
  for (const segment of endpoint.split("/")) {
    if (!/[{}]/.test(segment)) {
      segments.push(segment);
      continue;
    }
    const problem = segmentProblem(segment);
    if (problem) return { problem };
    segments.push(converted(segment));
  }
  return { endpoint: segments.join("/") };
}

function segmentProblem(segment: string): string | undefined {
  if (/[{}]/.test(segment.replace(curly, ""))) {
    return "has a brace without its partner; a literal one is %7B or %7D";
  }
  const isWhole = /^\{[^{}]*\}$/.test(segment);
  for (const [, inner = ""] of segment.matchAll(curly)) {
    if ((isWhole ? nameWithRepeat : name).test(inner)) continue;
    return `has '{${inner.slice(0, 50)}}': names consist of letters, digits, _ and -, and do not begin with a digit`;
  }
  return undefined;
}

function converted(segment: string): string {
  let text = "";
  let at = 0;
  for (const found of segment.matchAll(curly)) {
    text += literal(segment.slice(at, found.index), at > 0);
    text += `:${found[1]}`;
    at = found.index + found[0].length;
  }
  return text + literal(segment.slice(at), true);
}

/** @param follows whether a name stands in front of it */
function literal(text: string, follows: boolean): string {
  const colonless = text.replace(/:(?=[A-Za-z_])/g, "%3A");
  return follows ? colonless.replace(/^(?:[A-Za-z0-9_?*+]|-(?=-*[A-Za-z0-9_]))/, encoded) : colonless;
}

const encoded = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
