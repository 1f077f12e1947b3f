/** The name of a file about an inbox. */
export function fileName(name: string): string {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return plain.replace(/^-|-$/g, "").slice(0, 60) || "inbox";
}
