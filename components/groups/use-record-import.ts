"use client";

import { useEffect, useRef, useState } from "react";
import { type Entry, entryOf, type Part, partsOf } from "@/components/groups/record-parts";
import { readRecordsFile } from "@/components/groups/records-file";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/operations/client";
import { importRecords } from "@/lib/records/contract";

export const fileBytesMax = 20 * 1024 * 1024;

export type RecordImport = ReturnType<typeof useRecordImport>;
type Place = { projectId: string; groupId: string };
/** What is known of an import: of each row what becomes of it, and how many of its parts are stored. */
type Plan = { parts: Part[]; entries: Entry[]; stored: number };

export const recordCount = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "record" : "records"}`;
export const workIn = (entries: readonly Entry[]): number =>
  entries.filter(({ result }) => result === "created" || result === "updated").length;

/** The way from a text to records: what is given, what would be done, what was done. */
export function useRecordImport(place: Place) {
  const write = useWrite();
  const toast = useToast();
  const [file, setFile] = useState<File>();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState<"preview" | "import">();
  /** Parts that are done of those to do. */
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const [problem, setProblem] = useState<string>();
  const [plan, setPlan] = useState<Plan>();
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
      const { parts, entries } = await readParts(chosen, text);
      for (const [done, part] of parts.entries()) {
        setProgress({ done, of: parts.length });
        const { records } = await call(importRecords, { ...place, dryRun: true, records: recordsOf(part) });
        if (own !== turn.current) return;
        put(entries, part, records);
      }
      if (own === turn.current) setPlan({ parts, entries, stored: 0 });
    } catch (error) {
      if (own === turn.current) setProblem(messageOf(error));
    }
    if (own === turn.current) setBusy(undefined);
  }

  /** Stores part by part. After a failure it goes on where it was, because records without an id would be made twice. */
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
        put(entries, part, records);
        stored += 1;
      }
    } catch (error) {
      failed = messageOf(error);
    }
    setPlan({ parts, entries, stored });
    setProblem(failed);
    setBusy(undefined);
    if (isHere.current) return;
    // Whoever has closed the dialog meanwhile wants to know all the same.
    if (failed === undefined) toast.success(`${recordCount(workIn(entries))} imported`);
    else toast.error("Not all records could be imported", { description: failed });
  }

  return { file, setFile, text, setText, busy, progress, problem, plan, back, preview, carryOut };
}

async function readParts(file: File | undefined, text: string) {
  if (file && file.size > fileBytesMax) throw new Error("It has more than 20 MiB. Import it in parts.");
  const read = readRecordsFile(file ? await file.text() : text);
  if ("problem" in read) throw new Error(read.problem);
  const { parts, repeated } = partsOf(read.rows);
  const entries = read.rows.map(
    (row, at): Entry => repeated.get(at) ?? { ...entryOf(row), result: "refused" },
  );
  return { parts, entries };
}

const recordsOf = (part: Part) => part.map(({ row }) => row.record);

type Answered = { index: number; id: string | null; result: Entry["result"]; error?: string | undefined };

/** Puts what the API says of a part to the rows of it. */
function put(entries: Entry[], part: Part, answered: readonly Answered[]): void {
  for (const { index, id, result, error } of answered) {
    const at = part[index]?.index;
    const entry = at === undefined ? undefined : entries[at];
    if (at !== undefined && entry) entries[at] = { ...entry, id: id ?? entry.id, result, error };
  }
}
