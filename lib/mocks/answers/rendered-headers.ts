import { configuredHeaders } from "@/lib/platform/budgets/budgets";

/**
 * Values of headers that templates have become. They can hold anything: line breaks would begin another header, and all
 * together may be more than clients accept. What is too much is cut.
 */
export class RenderedHeaders {
  #left: number = configuredHeaders.bytesMax;

  value(text: string): string {
    const sendable = text
      .slice(0, this.#left)
      .replace(/[^\t\u0020-\u007e\u00a0-\u00ff]+/g, " ")
      .trim();
    this.#left -= sendable.length;
    return copied(sendable);
  }
}

/** A part of a text keeps all of it in memory, and headers are remembered for longer than what they were cut from. */
const copied = (latin1: string): string => Buffer.from(latin1, "latin1").toString("latin1");
