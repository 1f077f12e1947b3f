import type { Token } from "liquidjs";

/** What is wrong with a template, in words for whoever wrote it. */
export class Mistake extends Error {
  override readonly name = "Mistake";

  constructor(
    message: string,
    /** Where, if that is known better than by the tag that was rendered. */
    readonly token?: Token | undefined,
  ) {
    super(message);
  }
}

/** As it is shown in a message: on one line, and not too long. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `\`${line.length > 60 ? `${line.slice(0, 57)}…` : line}\``;
}
