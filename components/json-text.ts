/** `problem` only where the text was probably meant to be JSON. */
export type JsonText = { valid: true; value: unknown } | { valid: false; problem?: string };

export function readJson(text: string): JsonText {
  try {
    return { valid: true, value: JSON.parse(text) };
  } catch (error) {
    if (!/^\s*[[{"]/.test(text)) return { valid: false };
    return { valid: false, problem: error instanceof Error ? error.message : "It cannot be read." };
  }
}
