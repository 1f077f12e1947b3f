import { summaryOf } from "@/lib/webhooks/capture-summary";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { usage } from "../failure";

export type Filter = (capture: CapturedRequest) => boolean;

const wildcard = (pattern: string) => {
  const source = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(`^${source.join("[^]*")}$`, "i");
};

const contains = (text: string, wanted: string) => text.toLowerCase().includes(wanted.toLowerCase());

/** What a term can look at. */
const fields: Record<string, (wanted: string) => Filter> = {
  method: (wanted) => (capture) =>
    wanted.split(",").some((each) => each.toUpperCase() === capture.method.toUpperCase()),
  path: (wanted) => {
    const pattern = wildcard(wanted);
    return ({ path }) => pattern.test(path === "" ? "/" : path);
  },
  text: (wanted) => (capture) =>
    contains(capture.rawUrl, wanted) ||
    (capture.bodyEncoding === "utf8" && contains(capture.body, wanted)) ||
    capture.rawHeaders.some(([name, value]) => contains(`${name}: ${value}`, wanted)),
  event: (wanted) => {
    const pattern = wildcard(wanted);
    return (capture) => {
      const { sender, event } = summaryOf(capture);
      return pattern.test(event ?? "") || pattern.test(`${sender ?? ""} ${event ?? ""}`);
    };
  },
  verdict: (wanted) => (capture) => wanted.split(",").includes(capture.signature?.verdict ?? "none"),
};

/**
 * Reads `method:POST path:/orders* -verdict:wrong text:"two words"`: all terms must hold, one with a dash in front must not.
 * @throws {Failure} `usage`
 */
export function readFilter(text: string): Filter {
  const filters: Filter[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const [whole, not = "", name = "", quoted, bare = ""] =
      /^(-?)([a-z]+):(?:"([^"]*)"|([^\s"]+))(?:\s+|$)/i.exec(rest) ?? [];
    const make = Object.hasOwn(fields, name.toLowerCase()) ? fields[name.toLowerCase()] : undefined;
    if (whole === undefined || !make) {
      throw usage(
        `--filter has an error at "${rest.slice(0, 40)}". Use the terms ${Object.keys(fields).join(", ")}, such as method:POST path:/orders* text:"two words".`,
      );
    }
    const filter = make(quoted ?? bare);
    filters.push(not ? (capture) => !filter(capture) : filter);
    rest = rest.slice(whole.length);
  }
  return (capture) => filters.every((filter) => filter(capture));
}
