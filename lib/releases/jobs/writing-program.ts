import type { StoredChunk, StoredProgress } from "@/db/schema/releases";
import type { CommitsReason } from "@/lib/platform/commits/commits-error";
import type { EndedSpan } from "@/lib/platform/trace/trace";
import type { Program } from "@/lib/platform/workers/program";
import type { ReleaseToWrite, WritingSettings, Written } from "./write-release";

/** The thread has no database: the process that holds the release reads and writes it. */
export type WritingCalls = {
  progress(next: StoredProgress): Promise<void>;
  findChunk(digest: string): Promise<StoredChunk | undefined>;
  mayAskModel(): Promise<boolean>;
  /** What the thread has asked of other servers, where it is traced. */
  traced(ended: EndedSpan): Promise<void>;
  keepChunk(digest: string, written: StoredChunk): Promise<void>;
};

/** A failure with its class, which a copy between threads would lose. */
export type WritingFailure =
  | {
      kind: "commits";
      reason: CommitsReason;
      message: string;
      retryAfterMs: number | undefined;
      isUnknownHost: boolean;
    }
  | { kind: "notes"; message: string };

/** The list of commits comes as JSON: making it takes long for many, and nobody here looks into it. */
export type WrittenInThread = Omit<Written, "commits"> & { commitsJson: string };

/** Reads commits and writes the notes: all that grows with what other people's repositories contain. */
export const writingProgram: Program<
  { release: ReleaseToWrite; settings: WritingSettings },
  WrittenInThread | { failure: WritingFailure },
  WritingCalls
> = {
  name: "write-release",
  source: "lib/releases/jobs/writing-thread.ts",
  // As many as a process works on at once.
  threads: 2,
  waiting: { all: 20, ofOneKey: 20 },
  // Longer than a release has in all; its own deadline ends it before.
  runMs: 15 * 60_000,
  heapMb: 512,
};
