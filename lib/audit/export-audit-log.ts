import { download } from "@/lib/operations/answer";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { type Steps, turns } from "@/lib/platform/process/turns";
import {
  AuditEntry,
  type AuditFilters,
  exportMax,
  exportProjectAuditLog,
  exportTeamAuditLog,
} from "./contract";
import { csvLine } from "./csv";
import { projectTrail, readTrail, teamTrail, type VisibleTrail } from "./list-audit-log";

/** A larger file ends early; `until` with the time of its last entry gives the next one. */
const fileBytesMax = 16 * 1024 * 1024;
const pageRows = 200;

type Asked = AuditFilters & { format: "csv" | "json"; limit?: number | undefined };
type Entry = Record<string, unknown>;

export const handleExportProjectAuditLog = implement(exportProjectAuditLog, async (ctx, input) => {
  const trail = await projectTrail(ctx, input.projectId);
  return file(ctx, trail, await input.fields());
});

export const handleExportTeamAuditLog = implement(exportTeamAuditLog, async (ctx, input) => {
  const trail = await teamTrail(ctx, input.teamId);
  return file(ctx, trail, await input.fields());
});

async function file(ctx: Ctx, trail: VisibleTrail, { format, limit = exportMax, ...filters }: Asked) {
  const parts: Buffer[] = [];
  let [rows, bytes] = [0, 0];
  let cursor: string | undefined;
  do {
    const asked = { ...filters, sort: "-at", limit: Math.min(pageRows, limit - rows), cursor };
    const { items, next } = await readTrail(ctx, trail, asked);
    const encodedItems = await turns().run(encoded(items, format, rows === 0));
    parts.push(...encodedItems);
    rows += items.length;
    for (const { byteLength } of encodedItems) bytes += byteLength;
    cursor = next;
  } while (cursor !== undefined && rows < limit && bytes < fileBytesMax);
  if (format === "json") parts.push(Buffer.from("]"));
  const type = format === "csv" ? "text/csv; charset=utf-8" : "application/json";
  return download(`audit-log.${format}`, type, Buffer.concat(parts));
}

const names = Object.keys(AuditEntry.shape);

/** Row by row: to turn the text of a page into bytes at once would take the thread for too long. */
function* encoded(items: readonly Entry[], format: Asked["format"], isFirst: boolean): Steps<Buffer[]> {
  const parts = isFirst ? [Buffer.from(format === "csv" ? csvLine(names) : "[")] : [];
  for (const [at, item] of items.entries()) {
    const line =
      format === "csv"
        ? csvLine(names.map((name) => item[name]))
        : `${isFirst && at === 0 ? "" : ","}${JSON.stringify(AuditEntry.parse(item))}`;
    parts.push(Buffer.from(line));
    yield;
  }
  return parts;
}
