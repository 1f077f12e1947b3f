import { AppError } from "@/lib/operations/errors";
import type { CaptureSignature } from "./contract";

/** What a sender is told whose request is not signed as it should be: its log is where people look first. */
export const refusalFor = ({ detail }: CaptureSignature) =>
  new AppError("unauthorized", `This inbox takes signed requests only. ${detail}`);
