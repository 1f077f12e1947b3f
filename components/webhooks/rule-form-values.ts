import { z } from "zod";
import type { CallInput } from "@/lib/operations/operation";
import { createForwardingRule, type ForwardingRule } from "@/lib/webhooks/forwarding/contract";

/** A rule as its form has it: lists are lines of text. */
export const RuleFields = z.object({
  ...createForwardingRule.body.pick({ name: true, url: true }).shape,
  methods: z.string(),
  path: z.string(),
  headerTests: z.string(),
  bodyContains: z.string(),
  validOnly: z.boolean(),
  headers: z.string(),
  keepPath: z.boolean(),
  retries: z.boolean(),
});
export type RuleFields = z.output<typeof RuleFields>;

type Body = Omit<CallInput<typeof createForwardingRule>, "projectId" | "webhookId" | "enabled">;

export const newRule: RuleFields = {
  ...{ name: "", url: "", methods: "", path: "", headerTests: "", bodyContains: "", headers: "" },
  ...{ validOnly: false, keepPath: true, retries: true },
};

/** Stands for a value that is stored and never shown. */
const hidden = "••••";

export function fieldsOfRule({ name, url, filter, headers, keepPath, retries }: ForwardingRule): RuleFields {
  return {
    ...{ name, url, keepPath, retries },
    methods: filter.methods.join(", "),
    path: filter.path ?? "",
    headerTests: filter.headers
      .map(({ name: header, match, value }) => `${header}: ${match === "contains" ? `*${value}*` : value}`)
      .join("\n"),
    bodyContains: filter.bodyContains ?? "",
    validOnly: filter.validOnly,
    headers: headers
      .map(({ name: header, valueTail }) =>
        valueTail === null ? `-${header}` : `${header}: ${hidden}${valueTail}`,
      )
      .join("\n"),
  };
}

/** What is sent of the form. */
export function bodyOfRule(fields: RuleFields): Body {
  return {
    name: fields.name,
    url: fields.url.trim(),
    keepPath: fields.keepPath,
    retries: fields.retries,
    filter: {
      methods: fields.methods.split(/[\s,]+/).filter(Boolean),
      path: fields.path.trim(),
      headers: linesOf(fields.headerTests).map(testOf),
      bodyContains: fields.bodyContains,
      validOnly: fields.validOnly,
    },
    headers: linesOf(fields.headers).map(headerOf),
  };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

function splitLine(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  return colon === -1 ? [line, ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

function testOf(line: string) {
  const [name, value] = splitLine(line);
  const part = /^\*(.*)\*$/.exec(value)?.[1];
  return part === undefined
    ? { name, match: "equals" as const, value }
    : { name, match: "contains" as const, value: part };
}

function headerOf(line: string) {
  if (line.startsWith("-")) return { name: line.slice(1).trim(), value: null };
  const [name, value] = splitLine(line);
  return value.startsWith(hidden) ? { name } : { name, value };
}

/** The form's field for a place in the body: `filter.headers.0.name`. */
export function fieldOfIssue(path: string): string | undefined {
  const [first = "", second = ""] = path.split(".");
  if (first !== "filter") return first in newRule ? first : undefined;
  return second === "headers" ? "headerTests" : second in newRule ? second : undefined;
}
