"use client";

import { useEffect, useRef, useState } from "react";
import {
  type ExportAsked,
  type ExportProgress,
  exportParts,
  firstPart,
  isTooMuch,
} from "@/components/mocks/export-file";
import { messageOf } from "@/components/ui/form-problem";
import { saveFile } from "@/components/ui/save-file";
import { useToast } from "@/components/ui/toast";
import { exportMocks } from "@/lib/mocks/export/contract";
import { type CalledFile, callFile } from "@/lib/operations/client";

type Asked = ExportAsked & { format: NonNullable<ExportAsked["format"]> };

/**
 * An export that the browser saves: as one file, or as several once it is too much for one. Not by an address of its own,
 * because a refusal would take the place of the page.
 * @param selected how many mocks are asked for, undefined for all
 */
export function useExport(asked: Asked, selected: number | undefined, onDone: () => void) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<ExportProgress>();
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);

  function done(what: string) {
    toast.success(`${what} exported`);
    onDone();
  }

  async function saveOne(signal: AbortSignal) {
    const file = await callFile(exportMocks, asked, { signal });
    if (signal.aborted) return;
    save(file);
    done(file.name);
  }

  async function saveParts(from: ExportProgress, signal: AbortSignal) {
    let files = from.parts;
    await exportParts({
      ...{ asked, from, signal },
      onPart(file, next) {
        save(file);
        setProgress(next);
        files += 1;
      },
    });
    if (!signal.aborted) done(`${files} ${files === 1 ? "file" : "files"}`);
  }

  async function start() {
    const here = new AbortController();
    ending.current = here;
    const { signal } = here;
    setBusy(true);
    setProblem(undefined);
    try {
      await (progress ? saveParts(progress, signal) : saveOne(signal));
    } catch (error) {
      if (signal.aborted) return;
      if (!progress && selected !== 1 && isTooMuch(error)) setProgress(firstPart(asked.format, selected));
      else setProblem(problemOf(error));
    }
    setBusy(false);
  }

  function reset() {
    setProblem(undefined);
    setProgress(undefined);
  }

  return { busy, problem, progress, save: () => void start(), reset };
}

/** The API's own words are about its parameters. */
const problemOf = (error: unknown): string =>
  isTooMuch(error)
    ? "A mock is too much for a file by itself: its responses or files are very large. Others can be exported as a selection."
    : messageOf(error);

const save = ({ name, content }: CalledFile) => saveFile(name, [content], "application/json");
