"use client";

import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { importLimits, importMocks } from "@/lib/mocks/import/contract";
import { ApiError, call } from "@/lib/operations/client";
import type { CallInput, Output } from "@/lib/operations/operation";

export type Outcome = Output<typeof importMocks>;
export type Entry = Outcome["entries"][number];
type Fields = CallInput<typeof importMocks>;

export type ImportChoice = {
  file: File | undefined;
  /** Those that the document mentions. */
  files: readonly File[];
  /** Undefined where it is found out by what is in the file. */
  format: Fields["format"];
  existing: NonNullable<Fields["existing"]>;
};

const pastedName = "pasted text";
export const pasted = (text: string): File => new File([text], pastedName, { type: "text/plain" });
export const isPasted = (file: File): boolean => file.name === pastedName;

/** How many mocks an import makes or changes. */
export const workOf = ({ created, changed }: Outcome): number => created + changed;
export const mockCount = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "mock" : "mocks"}`;

const plans: Partial<Record<Entry["result"], string>> = {
  created: "to be created",
  changed: "to be changed",
  skipped: "to be skipped",
};
/** What becomes of an entry, or became of it. @param isPlan whether nothing is done yet */
export const resultWords = (result: Entry["result"], isPlan: boolean): string =>
  (isPlan && plans[result]) || result;

export type MockImport = ReturnType<typeof useMockImport>;

/** The way from a file to mocks: what is chosen, what would be done, what was done. */
export function useMockImport(projectId: string) {
  const write = useWrite();
  const toast = useToast();
  const [choice, setChoice] = useState<ImportChoice>({
    file: undefined,
    files: [],
    format: undefined,
    existing: "replace",
  });
  const [text, setText] = useState("");
  const [busy, setBusy] = useState<"preview" | "import">();
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const turn = useRef(0);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** @param found why what was chosen can't be imported */
  function choose(next: Partial<ImportChoice>, found?: string) {
    turn.current += 1;
    setChoice({ ...choice, ...next });
    setOutcome(undefined);
    setProblem(found);
    setBusy(undefined);
  }

  /** Asks what would be done. Of several, the last one counts. */
  async function preview(change: Partial<ImportChoice> = {}) {
    const next = { ...choice, ...change };
    turn.current += 1;
    const own = turn.current;
    setChoice(next);
    setProblem(undefined);
    setBusy("preview");
    const found = await attempt(() => call(importMocks, inputOf(projectId, next, "true")));
    if (own !== turn.current) return;
    setBusy(undefined);
    if ("problem" in found) setProblem(found.problem);
    else setOutcome(found.outcome);
  }

  async function carryOut() {
    setProblem(undefined);
    setBusy("import");
    const found = await attempt(() => write(importMocks, inputOf(projectId, choice, "false")));
    setBusy(undefined);
    if ("outcome" in found) setOutcome(found.outcome);
    else setProblem(found.problem);
    if (isHere.current) return;
    // Whoever has closed the dialog meanwhile wants to know all the same.
    if ("outcome" in found) toast.success(`${mockCount(workOf(found.outcome))} imported`);
    else toast.error("The mocks could not be imported", { description: found.problem });
  }

  return { choice, text, setText, busy, problem, outcome, choose, preview, carryOut };
}

function inputOf(projectId: string, choice: ImportChoice, dryRun: Fields["dryRun"]): Fields {
  const { file, files, format, existing } = choice;
  if (!file) throw new Error("Choose a file, or paste its text.");
  if (file.size > importLimits.bytesMax) {
    throw new Error("It has more than 5 MiB. Leave out what needs no mocks, or import it in parts.");
  }
  if (files.reduce((sum, { size }) => sum + size, file.size) > importLimits.bytesMax) {
    throw new Error("The document and its files have more than 5 MiB together. Import it in parts.");
  }
  if (files.length > importLimits.filesMax) {
    throw new Error(`A document may come with ${importLimits.filesMax} files. Import it in parts.`);
  }
  const along = files.length > 0 && { files: [...files] };
  return { projectId, file, ...along, ...(format && { format }), existing, dryRun };
}

async function attempt(work: () => Promise<Outcome>): Promise<{ outcome: Outcome } | { problem: string }> {
  try {
    return { outcome: await work() };
  } catch (error) {
    return { problem: problemIn(error) };
  }
}

const remedy = "Mend it and choose it again, or say which format it has.";

/** What is wrong with a document, as the API's messages say it, and what to do. */
export function problemIn(error: unknown): string {
  if (!(error instanceof ApiError) || error.issues.length === 0) return messageOf(error);
  const said = error.issues.map(({ path, message }) => {
    const about = path === "file" ? "The document" : path;
    return (/^\p{Ll}/u.test(message) ? `${about} ${message}` : message).replace(/\.?$/, ".");
  });
  return [...said, ...(error.issues.some(({ path }) => path === "file") ? [remedy] : [])].join(" ");
}
