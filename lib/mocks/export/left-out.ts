import type { Steps } from "@/lib/platform/process/turns";
import type { DocumentText } from "./document-text";
import { indented } from "./json-parts";

type LeftOut = { name: string; method: string; endpoint: string; reason: string };

/** The mocks that a document can't have, each with the reason. */
export class LeftOutMocks {
  readonly #text: DocumentText;
  readonly #mocks: LeftOut[] = [];

  constructor(text: DocumentText) {
    this.#text = text;
  }

  /** @throws {AppError} `payload_too_large` */
  add({ name, method, endpoint }: Omit<LeftOut, "reason">, reason: string): void {
    for (const each of [name, endpoint, reason]) this.#text.keep(each);
    this.#mocks.push({ name, method, endpoint, reason });
  }

  /** Writes the field that lists them, if there are any. */
  *write(before: string, after: string): Steps<void> {
    if (this.#mocks.length === 0) return;
    let mark = `${before}  "x-fieldkit-left-out": [`;
    for (const mock of this.#mocks) {
      this.#text.add(`${mark}\n    ${indented(mock, 2)}`);
      mark = ",";
      yield;
    }
    this.#text.add(`\n  ]${after}`);
  }
}
