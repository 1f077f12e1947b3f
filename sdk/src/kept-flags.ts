import type { FlagStorage } from "./index";

const storageName = "fieldkit.flags";

/** The last answer about one subject, in a storage that may fail or hold anything. */
export function keptFlags(storage: FlagStorage | undefined, url: string) {
  let saving: Promise<unknown> = Promise.resolve();
  return {
    /** @param asked the question, which only the same subject asks */
    save(asked: string, text: string): void {
      // A full or forbidden storage costs nothing but the memory of the last visit.
      saving = saving
        .then(() => storage?.setItem(storageName, JSON.stringify([url, asked, text])))
        .catch(() => {});
    },
    /** The answer to the same question, from the same instance. */
    async read(asked: string): Promise<string | undefined> {
      const kept = await storage?.getItem(storageName);
      const [ofUrl, question, text] = kept ? JSON.parse(kept) : [];
      return ofUrl === url && question === asked ? text : undefined;
    },
  };
}
