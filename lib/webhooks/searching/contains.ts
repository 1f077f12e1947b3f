import type { CaptureRow } from "@/lib/webhooks/captures";

type Searched = Pick<CaptureRow, "path" | "rawUrl" | "rawHeaders" | "body">;

/** Whether the text occurs, in any letter case, in path, query, headers or body, either as sent or decoded. */
export function contains({ path, rawUrl, rawHeaders, body }: Searched, text: string): boolean {
  const wanted = text.toLowerCase();
  const at = rawUrl.indexOf("?");
  const query = at === -1 ? "" : rawUrl.slice(at + 1);
  const headers = rawHeaders.map((pair) => pair.join(": "));
  const places = [path, decoded(path), query, decoded(query.replaceAll("+", " ")), ...headers];
  if (places.some((place) => place.toLowerCase().includes(wanted))) return true;
  // In a body that is not entirely UTF-8, the readable parts are searched too.
  return body.toString("utf8").toLowerCase().includes(wanted);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
