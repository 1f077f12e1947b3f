"use client";

import { useEffect, useRef, useState } from "react";
import { textOfBytes } from "@/components/groups/file-text";
import { inSlices } from "@/components/groups/in-slices";
import { recordIds } from "@/components/groups/record-ids";
import { type Entry, type Part, partsOf, putAnswers } from "@/components/groups/record-parts";
import { type FileRow, readRecordsFile } from "@/components/groups/records-file";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/operations/client";
import { importRecords } from "@/lib/records/many/contract";

export const fileBytesMax = 20 * 1024 * 1024;

export type RecordImport = ReturnType<typeof useRecordImport>;
type Place = { projectId: string; groupId: string };
/** What is known of an import: of each row what becomes of it, how many of its parts are stored, and how it was read. */
export type Plan = { parts: Part[]; entries: Entry[]; stored: number; notice: string | undefined };

export const recordCount = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "record" : "records"}`;
export const workIn = (entries: readonly Entry[]): number =>
  entries.filter(({ result }) => result === "created" || result === "updated").length;

export const isDone = ({ parts, stored }: Plan): boolean => parts.length > 0 && stored === parts.length;

/** The way from a text to records: what is given, what would be done, what was done. */
export function useRecordImport(place: Place, prefix: string) {
  const write = useWrite();
  const toast = useToast();
  const [file, setFile] = useState<File>();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState<"preview" | "import">();
  /** Parts that are done of those to do. */
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const [problem, setProblem] = useState<string>();
  const [plan, setPlan] = useState<Plan>();
  const [beginReading] = useState(() => recordIds(prefix));
  const turn = useRef(0);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** Back to the choice. What was typed or chosen stays. */
  function back() {
    turn.current += 1;
    setPlan(undefined);
    setProblem(undefined);
    setBusy(undefined);
  }

  /** Asks what would be done. Of several, the last one counts. */
  async function preview(chosen: File | undefined = file) {
    turn.current += 1;
    const own = turn.current;
    setFile(chosen);
    setPlan(undefined);
    setProblem(undefined);
    setBusy("preview");
    try {
      const { parts, entries, notice } = await readParts(chosen, text, beginReading());
      if (own !== turn.current) return;
      for (const [done, part] of parts.entries()) {
        setProgress({ done, of: parts.length });
        const { records } = await call(importRecords, { ...place, dryRun: true, records: recordsOf(part) });
        if (own !== turn.current) return;
        putAnswers(entries, part, records, false);
      }
      if (own === turn.current) setPlan({ parts, entries, stored: 0, notice });
    } catch (error) {
      if (own === turn.current) setProblem(messageOf(error));
    }
    if (own === turn.current) setBusy(undefined);
  }

  /**
   * Stores part by part. After a failure it goes on with the part that failed, of which a half may be stored: all records have
   * ids here, so that those are only found again.
   */
  async function carryOut() {
    if (!plan) return;
    setProblem(undefined);
    setBusy("import");
    const { parts } = plan;
    const entries = [...plan.entries];
    let { stored } = plan;
    let failed: string | undefined;
    try {
      for (const part of parts.slice(stored)) {
        setProgress({ done: stored, of: parts.length });
        const { records } = await write(importRecords, { ...place, records: recordsOf(part) });
        putAnswers(entries, part, records, true);
        stored += 1;
      }
    } catch (error) {
      failed = messageOf(error);
    }
    setPlan({ ...plan, entries, stored });
    setProblem(failed);
    setBusy(undefined);
    if (isHere.current) return;
    // Whoever has closed the dialog meanwhile wants to know all the same.
    if (failed === undefined) toast.success(`${recordCount(workIn(entries))} imported`);
    else toast.error("Not all records could be imported", { description: failed });
  }

  return { file, setFile, text, setText, busy, progress, problem, plan, back, preview, carryOut };
}

async function readParts(
  file: File | undefined,
  text: string,
  withId: (row: FileRow) => FileRow,
): Promise<Omit<Plan, "stored">> {
  if (file && file.size > fileBytesMax) throw new Error("It has more than 20 MiB. Import it in parts.");
  const given = file ? textOfBytes(new Uint8Array(await file.arrayBuffer())) : { text };
  if ("problem" in given) throw new Error(given.problem);
  const read = await readRecordsFile(given.text);
  if ("problem" in read) throw new Error(read.problem);
  const rows: FileRow[] = [];
  for await (const slice of inSlices(read.rows)) for (const row of slice) rows.push(withId(row));
  return { ...(await partsOf(rows)), notice: given.notice };
}

const recordsOf = (part: Part) => part.map(({ row }) => row.record);
