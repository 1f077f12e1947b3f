import type { forwardingRules } from "@/db/schema/webhook-forwarding";
import { callbackHeaderProblems } from "@/lib/mocks/callbacks/callback-headers";
import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { isSealedBefore, SealError, seal, unseal } from "@/lib/platform/secrets/seal";
import { tailOf } from "../signatures/stored-signature";
import type { GivenForwardingHeader } from "./contract";

/** What is stored of a rule's headers: what is shown of them, and the sealed values. */
export type StoredHeaders = Pick<typeof forwardingRules.$inferSelect, "id" | "headers" | "headerValues">;
type Columns = Partial<Omit<StoredHeaders, "id">>;
type Values = Record<string, string>;

/** What the sealed values are bound to. It stays with a rule that is deleted and put back. */
const sealRow = (id: string) => `forwarding_rules/${id}/headers`;

/**
 * What to store of headers that were given; nothing of what was not. A header without a value keeps the one that is stored
 * for it.
 * @throws {AppError} `invalid_request`
 */
export function headerColumns(
  given: readonly GivenForwardingHeader[] | undefined,
  stored: StoredHeaders,
): Columns {
  if (given === undefined) return {};
  const known = given.some(({ value }) => value === undefined) ? valuesOf(stored) : {};
  const issues: Issue[] = [];
  const values: Values = Object.create(null);
  const headers = given.map(({ name, value }, at) => {
    const before = stored.headers.find((each) => each.name.toLowerCase() === name.toLowerCase());
    const kept = before?.valueTail === null ? null : known?.[before?.name ?? ""];
    const next = value === undefined ? kept : value;
    const problem =
      next === undefined
        ? "must be given, as none is stored for this header"
        : callbackHeaderProblems({ [name]: next ?? "" })[0]?.message;
    if (problem) issues.push({ path: `headers.${at}.value`, message: problem });
    if (typeof next === "string") values[name] = next;
    return { name, valueTail: typeof next === "string" ? tailOf(next) : null };
  });
  if (issues.length > 0) throw invalid(issues);
  const headerValues =
    Object.keys(values).length > 0 ? seal(JSON.stringify(values), sealRow(stored.id)) : null;
  return { headers, headerValues };
}

/** For an update of anything else: the values sealed anew, if an earlier secret of the installation sealed them. */
export function resealedHeaders(stored: StoredHeaders): Columns {
  if (!stored.headerValues || !isSealedBefore(stored.headerValues)) return {};
  const values = valuesOf(stored);
  return values ? { headerValues: seal(JSON.stringify(values), sealRow(stored.id)) } : {};
}

/** The values of headers by name; undefined if they can't be opened any more. */
export function valuesOf({
  id,
  headerValues,
}: Pick<StoredHeaders, "id" | "headerValues">): Values | undefined {
  if (headerValues === null) return {};
  try {
    return JSON.parse(unseal(headerValues, sealRow(id))) as Values;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return undefined;
  }
}
