import { isSecretName } from "@/lib/platform/secrets/secret-names";

/** The length up to which more of a value is written, so that there are at least so many characters if it has them. */
export const previewUnits = 202;

/** Of objects, because the fields of one may be counted in thousands, and many conditions may look at it. */
const previews = new WeakMap<object, string>();

/** The beginning of a value's JSON, without what are secrets by their names. Never written as a whole, because it can have a megabyte. */
export function jsonPreview(value: unknown): string {
  const known = isHolder(value) ? previews.get(value) : undefined;
  if (known !== undefined) return known;
  const preview = new Preview();
  preview.write(value);
  if (isHolder(value)) previews.set(value, preview.text);
  return preview.text;
}

const isHolder = (value: unknown): value is object => typeof value === "object" && value !== null;

class Preview {
  text = "";

  write(value: unknown): void {
    if (this.text.length >= previewUnits) return;
    if (typeof value === "string") this.text += JSON.stringify(value.slice(0, previewUnits));
    else if (!isHolder(value)) this.text += String(value);
    else if (Array.isArray(value)) this.#writeAll(value, "[]", (item) => this.write(item));
    else {
      this.#writeAll(Object.entries(value), "{}", ([name, item]) => {
        this.write(name);
        this.text += ":";
        // The public reads it.
        this.write(isSecretName(name) ? "***" : item);
      });
    }
  }

  #writeAll<Entry>(entries: readonly Entry[], brackets: string, write: (entry: Entry) => void): void {
    this.text += brackets.charAt(0);
    for (const [at, entry] of entries.entries()) {
      if (this.text.length >= previewUnits) return;
      if (at > 0) this.text += ",";
      write(entry);
    }
    this.text += brackets.charAt(1);
  }
}
