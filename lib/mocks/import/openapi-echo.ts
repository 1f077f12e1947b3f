/** A last segment that is a placeholder. */
const lastPlaceholder = /\/:([A-Za-z_]\w*)$/;

/**
 * The body as a template that gives the ID in the path back: `/products/7` gets `"id": 7`. Undefined where the body has no
 * such field at its top level, or where it would not stay the same but for that field.
 */
export function bodyWithIdOfPath(body: string, endpoint: string): string | undefined {
  const [, name] = lastPlaceholder.exec(endpoint) ?? [];
  if (name === undefined || /\{[{%]/.test(body)) return undefined;
  const fields = fieldsIn(body);
  const field = [name, ...(/id$/i.test(name) ? ["id"] : [])].find((each) => Object.hasOwn(fields, each));
  const value = field && fields[field];
  if (field === undefined || (typeof value !== "number" && typeof value !== "string")) return undefined;
  const written = `request.params.${name}`;
  const echo = typeof value === "number" ? `${written} | to_number | default: ${written}` : written;
  const marked = JSON.stringify({ ...fields, [field]: mark }, null, body.includes("\n") ? 2 : 0);
  // Numbers that JavaScript can't hold, for example, would change.
  if (marked.replace(quotedMark, () => JSON.stringify(value)) !== body) return undefined;
  return marked.replace(quotedMark, () => `{{ ${echo} | json }}`);
}

const mark = "\u0001id\u0001";
const quotedMark = JSON.stringify(mark);

function fieldsIn(body: string): Record<string, unknown> {
  if (!body.startsWith("{")) return {};
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}
