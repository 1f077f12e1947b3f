import { type ExportFormat, exportLimits, exportMocks } from "@/lib/mocks/export/contract";
import { ApiError, type CalledFile, callFile } from "@/lib/operations/client";
import type { CallInput } from "@/lib/operations/operation";

export type ExportAsked = CallInput<typeof exportMocks>;

/** How far an export in parts has come. It goes on from here after a failure. */
export type ExportProgress = {
  /** Files that are made. */
  parts: number;
  /** Mocks of the next part, at most. */
  limit: number;
  /** Leads to the next part. */
  cursor?: string | undefined;
};

/** @param mocks how many there are, if that is known */
export const firstPart = (format: ExportFormat, mocks?: number): ExportProgress => ({
  parts: 0,
  limit: mocks ?? exportLimits[format].mocksMax,
});

/** What is asked for is more than one file may have. */
export const isTooMuch = (error: unknown): boolean => error instanceof ApiError && error.status === 413;

export type ExportParts = {
  asked: ExportAsked;
  from: ExportProgress;
  signal: AbortSignal;
  /** Takes each file as it is made, and how far it has come with that. `next` is undefined after the last one. */
  onPart: (file: CalledFile, next: ExportProgress | undefined) => void;
  read?: (
    op: typeof exportMocks,
    input: ExportAsked,
    options: { signal: AbortSignal },
  ) => Promise<CalledFile>;
};

/**
 * Makes the files of an export that is too much for one. Each has so many mocks as the last one had room for, and fewer
 * whenever those are too many.
 * @throws {ApiError} of what can't be read, such as a mock that is too large by itself
 */
export async function exportParts({
  asked,
  from,
  signal,
  onPart,
  read = callFile,
}: ExportParts): Promise<void> {
  let { limit } = from;
  for (let at: ExportProgress | undefined = from; at && !signal.aborted; ) {
    const { parts, cursor }: ExportProgress = at;
    try {
      const input = { ...asked, limit, ...(cursor !== undefined && { cursor }) };
      const file = await read(exportMocks, input, { signal });
      limit = roomFor(limit, file.content.size, asked.format);
      at = file.next === undefined ? undefined : { parts: parts + 1, limit, cursor: file.next };
      onPart({ ...file, name: partName(file.name, parts + 1) }, at);
    } catch (error) {
      if (!isTooMuch(error) || limit === 1) throw error;
      limit = Math.floor(limit / 2);
    }
  }
}

/** How many mocks such as those of the last file are most of what one may have. */
function roomFor(mocks: number, bytes: number, format: ExportFormat = "fieldkit"): number {
  const { bytesMax, mocksMax } = exportLimits[format];
  return Math.min(mocksMax, Math.max(1, Math.floor((mocks * bytesMax * 0.9) / bytes)));
}

/** `shop.fieldkit.json` is `shop.part-2.fieldkit.json`. */
const partName = (name: string, part: number): string => name.replace(/^[^.]*/, `$&.part-${part}`);
