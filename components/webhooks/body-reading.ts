import { type JsonText, readJson } from "@/components/ui/json-text";

/** What the bytes of a body can be shown as. */
export type BodyReading = {
  bytes: Uint8Array;
  /** Absent where the bytes are no UTF-8. */
  text: string | undefined;
  json: JsonText;
  /** Fields of a form, where the sender says that it is one. */
  form: [string, string][] | undefined;
};

/** Larger texts would take too long to parse while somebody waits. */
export const parsedBytesMax = 8 * 1024 * 1024;

export function readBody(bytes: Uint8Array, contentType = ""): BodyReading {
  const text = textOf(bytes);
  const parsed = text !== undefined && text !== "" && bytes.length <= parsedBytesMax;
  const isForm = parsed && /^application\/x-www-form-urlencoded\b/i.test(contentType);
  return {
    bytes,
    text,
    json: parsed && !isForm ? readJson(text) : { valid: false },
    form: isForm ? [...new URLSearchParams(text)] : undefined,
  };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
