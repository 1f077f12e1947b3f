/** How much of a text is looked at. */
const readMax = 4096;
const keysMax = 200;

/**
 * The strings that an object in JSON has under its own keys, as far as they are in the beginning of the text, which may break
 * off anywhere. The first one of a repeated key counts; texts of other things have none.
 */
export function topLevelStrings(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const token = /"((?:[^"\\]|\\.)*)"|[{}[\],:]/g;
  const start = text.slice(0, readMax);
  if (!/^\s*\{/.test(start)) return found;
  let depth = 0;
  let key: string | undefined;
  let isValue = false;
  for (const [mark, content] of start.matchAll(token)) {
    if (mark === "{" || mark === "[") depth += 1;
    else if (mark === "}" || mark === "]") depth -= 1;
    else if (depth !== 1) continue;
    else if (mark === ":") isValue = true;
    else if (mark === ",") [key, isValue] = [undefined, false];
    else if (content === undefined) continue;
    else if (!isValue) key = unescaped(content);
    else if (key !== undefined && !found.has(key)) found.set(key, unescaped(content));
    if (found.size > keysMax) break;
  }
  return found;
}

function unescaped(content: string): string {
  if (!content.includes("\\")) return content;
  try {
    return String(JSON.parse(`"${content}"`));
  } catch {
    return content;
  }
}
