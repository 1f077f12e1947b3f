/** The parts that differ between Node and other platforms. `platform.node.ts` takes this file's place in the build for Node. */

/** Opens a response without an end. */
export const openStream: typeof globalThis.fetch = (url, init) => globalThis.fetch(url, init);

const noFiles = async (): Promise<never> => {
  throw new Error("The option `file` needs Node.");
};
export const readText: (file: string) => Promise<string> = noFiles;
export const writeText: (file: string, text: string) => Promise<void> = noFiles;
