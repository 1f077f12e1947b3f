import type { ConnectionOptions, FlagStorage } from "./types";

type Place = Pick<ConnectionOptions, "url" | "key" | "environment"> & { group?: string | undefined };

/** The last response about one subject. A storage may fail, and hold anything. */
export function keptFlags(storage: () => FlagStorage | undefined, { url, key, environment, group }: Place) {
  // The end of the key, with its checksum, tells projects apart.
  const name = ["fieldkit", url, `${key}`.slice(-9), environment, group].join();
  let saving: Promise<unknown> = Promise.resolve();
  return {
    /** @param question the same for the same subject only */
    save(question: string, text: string): void {
      const kept = JSON.stringify([name, question, text]);
      // A full or forbidden storage only costs a slower start.
      saving = saving.then(() => storage()?.setItem(name, kept)).catch(() => {});
    },
    /** Calls back before it returns if the storage isn't asynchronous, so that a page has flags in its first render. */
    async read(question: string, onFound: (text: string) => void): Promise<void> {
      try {
        const stored = storage()?.getItem(name);
        const kept = stored instanceof Promise ? await stored : stored;
        const [ofName, ofQuestion, text] = kept ? JSON.parse(kept) : [];
        if (text && ofName === name && ofQuestion === question) onFound(text);
      } catch {
        // As good as an empty storage.
      }
    },
  };
}
