const definition = /^ {0,3}\[((?:[^[\]\\]|\\.){1,300})\]:[ \t]+<?([^\s<>]+)>?[ \t]*(?:["'(].*)?$/;
/** What is escaped or code stays; a label in brackets is a link where it is defined. */
const label = /\\.|`[^`]*`|\[((?:[^[\]\\]|\\.){1,300})\](?:\[((?:[^[\]\\]|\\.){0,300})\])?(?![(:])/g;

/** Notes whose links have their addresses with them, for readers that know no references, up to about a length. */
export function withInlineLinks(content: string, lengthMax: number): string {
  const defined = new Map<string, string>();
  const lines: string[] = [];
  for (const line of content.split(/\r?\n/)) {
    const [, name, url] = definition.exec(line) ?? [];
    if (name === undefined || url === undefined) lines.push(line);
    else if (!defined.has(keyOf(name))) defined.set(keyOf(name), url);
  }
  if (defined.size === 0) return content.slice(0, lengthMax);
  const text = lines.join("\n").slice(0, lengthMax).trimEnd();
  return `${text.replace(label, (whole, shown: string | undefined, name: string | undefined) => {
    const url = shown === undefined ? undefined : defined.get(keyOf(name || shown));
    return url === undefined ? whole : `[${shown}](${url})`;
  })}\n`;
}

const keyOf = (name: string): string => name.trim().replace(/\s+/g, " ").toLowerCase();
