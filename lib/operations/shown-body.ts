/** Bytes of somebody's body as the API shows them: as text where they are UTF-8. */
export type ShownBody = { body: string; encoding: "utf8" | "base64" };

/** @param truncated whether it was cut, which may have split the last character */
export function shownBody(bytes: Uint8Array, truncated: boolean): ShownBody {
  try {
    const body = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: truncated,
    });
    return { body, encoding: "utf8" };
  } catch {
    const { buffer, byteOffset, byteLength } = bytes;
    return { body: Buffer.from(buffer, byteOffset, byteLength).toString("base64"), encoding: "base64" };
  }
}
