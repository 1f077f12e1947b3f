"use client";

import { useState } from "react";
import { byteSize } from "@/components/ui/byte-size";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { addMockFile, mockFileBytesMax } from "@/lib/mocks/files/contract";
import type { Output } from "@/lib/operations/operation";

export type MockFile = Output<typeof addMockFile>;
export type FileUpload = ReturnType<typeof useFileUpload>;

/** Uploads files one after the other. What was uploaded before one that fails stays. */
export function useFileUpload(projectId: string) {
  const write = useWrite();
  const [sending, setSending] = useState<{ at: number; of: number }>();
  const [problem, setProblem] = useState<string>();

  async function upload(given: Iterable<File> | null): Promise<MockFile[]> {
    const files = [...(given ?? [])];
    const made: MockFile[] = [];
    if (files.length === 0 || sending) return made;
    setProblem(undefined);
    try {
      for (const [index, file] of files.entries()) {
        setSending({ at: index + 1, of: files.length });
        requireSize(file);
        made.push(await write(addMockFile, { projectId, file }));
      }
    } catch (error) {
      setProblem(messageOf(error));
    }
    setSending(undefined);
    return made;
  }

  return { sending, problem, upload };
}

/** @throws {Error} for a file that the API would refuse, so that it is not uploaded in vain */
function requireSize(file: File): void {
  if (file.size > mockFileBytesMax) {
    throw new Error(`“${file.name}” is larger than ${byteSize(mockFileBytesMax)}.`);
  }
}
