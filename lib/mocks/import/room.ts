import { importLimits } from "./read-document-values";
import { textChars } from "./text-chars";

/** How many characters of bodies the mocks of a document may still have. */
export type BodyBudget = { chars: number };

const { documentChars, fieldChars } = importLimits;

/** What one field of a mock has room for, which the whole document pays. */
export class FieldRoom {
  readonly #budget: BodyBudget;
  #left = fieldChars;

  constructor(budget: BodyBudget) {
    this.#budget = budget;
  }

  /** @returns why there is no room for this as well; nothing is taken then */
  take(value: unknown): string | undefined {
    const chars = textChars(value, fieldChars);
    if (chars > fieldChars) return tooLarge;
    if (chars > this.#left) return tooMuch;
    if (chars > this.#budget.chars) return tooMuchInAll;
    this.#left -= chars;
    this.#budget.chars -= chars;
    return undefined;
  }
}

const tooLarge = `Its body has more than ${fieldChars} characters, which is all that a mock has room for. Give the mock a file instead`;
const tooMuch = `Its mock would have more than ${fieldChars} characters of answers`;
const tooMuchInAll = `The mocks of this document would have more than ${documentChars} characters. Import parts of it`;
