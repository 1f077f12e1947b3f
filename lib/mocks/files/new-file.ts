import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { Addition } from "@/lib/operations/quota";
import type { MockFileRow } from "./mock-files";

export type GivenFile = { name: string; contentType: string; content: Buffer };

/** A row of a new file, but for its bytes. */
export const newFile = (
  projectId: string,
  { name, contentType, content }: GivenFile,
  createdAt: Date,
): MockFileRow => ({
  ...{ id: uuidv7(), projectId, name, contentType, size: content.byteLength, sha256: sha256Of(content) },
  createdAt,
});

export const sha256Of = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** What files of these sizes add to their project's stocks. */
export const fileAdditions = (ownerId: string, sizes: readonly number[]): Addition[] => [
  { name: "mockFiles", ownerId, adding: sizes.length },
  { name: "mockFileBytes", ownerId, adding: sizes.reduce((sum, size) => sum + size, 0) },
];
