import type { Capture } from "../captures";
import { type ForwardingFilter, forwardingLimits } from "./contract";

type Asked = Pick<Capture, "method" | "path" | "rawHeaders" | "body" | "signature">;
type Test = (capture: Asked) => boolean;

/** Makes a filter ready to be asked for every capture. What it costs is bounded, whatever senders send. */
export function filterOf({ methods, path, headers, validOnly, bodyContains }: ForwardingFilter): Test {
  const tests: Test[] = [];
  if (methods.length > 0) tests.push(({ method }) => methods.includes(method.toUpperCase()));
  if (validOnly) tests.push(({ signature }) => signature?.verdict === "valid");
  if (path !== null) tests.push(({ path: captured }) => fitsPattern(captured === "" ? "/" : captured, path));
  for (const header of headers) tests.push(({ rawHeaders }) => hasHeader(rawHeaders, header));
  if (bodyContains !== null) {
    const text = Buffer.from(bodyContains);
    tests.push(({ body }) => holds(body.subarray(0, forwardingLimits.searchedBytes), text));
  }
  return (capture) => tests.every((test) => test(capture));
}

/**
 * Whether a path fits a pattern in which `*` stands for any characters. Each part is looked for once, from where the one
 * before ended, so that many asterisks cost no more than one.
 */
export function fitsPattern(path: string, pattern: string): boolean {
  const parts = pattern.split("*");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return path === pattern;
  if (path.length < first.length + last.length || !path.startsWith(first) || !path.endsWith(last))
    return false;
  let from = first.length;
  const end = path.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const at = path.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return from <= end;
}

function hasHeader(lines: readonly [string, string][], wanted: ForwardingFilter["headers"][number]): boolean {
  const name = wanted.name.toLowerCase();
  return lines.some(
    ([each, value]) =>
      each.toLowerCase() === name &&
      (wanted.match === "equals" ? value === wanted.value : value.includes(wanted.value)),
  );
}

/**
 * Whether bytes hold others, in time that grows with their sum (Knuth, Morris and Pratt): the search of the platform takes
 * their product where somebody wants it to.
 */
export function holds(bytes: Uint8Array, wanted: Uint8Array): boolean {
  if (wanted.length === 0) return true;
  const back = fallbacksOf(wanted);
  let matched = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    while (matched > 0 && bytes[at] !== wanted[matched]) matched = back[matched - 1] ?? 0;
    if (bytes[at] === wanted[matched]) matched += 1;
    if (matched === wanted.length) return true;
  }
  return false;
}

/** Of each beginning of a text: how long the longest shorter beginning is that it ends with. */
function fallbacksOf(text: Uint8Array): Uint16Array {
  const back = new Uint16Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (matched > 0 && text[at] !== text[matched]) matched = back[matched - 1] ?? 0;
    if (text[at] === text[matched]) matched += 1;
    back[at] = matched;
  }
  return back;
}
