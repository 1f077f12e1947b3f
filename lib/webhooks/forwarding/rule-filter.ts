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
    // At worst a third of a millisecond, for a text and a body that are made to take long.
    tests.push(({ body }) => body.subarray(0, forwardingLimits.searchedBytes).includes(text));
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
