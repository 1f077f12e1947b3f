import { messageLengthMax, messageLinesMax } from "./limits";

/** As much of a message as is read. */
export function beginningOf(message: string): string {
  return message.slice(0, messageLengthMax).split("\n", messageLinesMax).join("\n");
}

/** The first line. */
export const subjectOf = (message: string): string => message.slice(0, 2000).split("\n", 1)[0]?.trim() ?? "";
