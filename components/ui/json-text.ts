/** `problem` is set only if the text was probably meant to be JSON. */
export type JsonText = { valid: true; value: unknown } | { valid: false; problem?: string };

export function readJson(text: string): JsonText {
  try {
    // A reviver is slow, so it is used only if there may be numbers too long for a double.
    return { valid: true, value: /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text) };
  } catch (error) {
    if (!/^\s*[[{"]/.test(text)) return { valid: false };
    return { valid: false, problem: error instanceof Error ? error.message : "It cannot be read." };
  }
}

/** https://tc39.es/proposal-json-parse-with-source, as far as browsers support it; without it numbers are rounded. */
const raw = JSON as typeof JSON & {
  rawJSON?(text: string): object;
  isRawJSON?(value: unknown): value is { rawJSON: string };
};

function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const { source } = context ?? {};
  if (typeof value !== "number" || source === undefined || String(value) === source) return value;
  return raw.rawJSON?.(source) ?? value;
}

/** The digits of a number that JavaScript would round, or undefined for any other value. */
export function exactDigits(value: unknown): string | undefined {
  return raw.isRawJSON?.(value) ? value.rawJSON : undefined;
}
