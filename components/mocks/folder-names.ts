export type FolderCount = { folder: string; count: number };

/**
 * Folders to choose from: each with the mocks in it and below it, and those that only hold other folders, too. Names
 * that differ in letter case are one. What is in none is left out.
 */
export function wholeFolders(folders: readonly FolderCount[]): FolderCount[] {
  const found = new Map<string, FolderCount>();
  for (const { folder, count } of folders) {
    const names = folder === "" ? [] : folder.split("/");
    for (const [at] of names.entries()) {
      const path = names.slice(0, at + 1).join("/");
      const known = found.get(path.toLowerCase());
      if (known) known.count += count;
      else found.set(path.toLowerCase(), { folder: path, count });
    }
  }
  const placed = [...found.values()].map((each) => ({ each, place: placeOf(each.folder) }));
  return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ each }) => each);
}

/** Sorts what is in a folder right behind it, whatever else begins with its name. */
const placeOf = (folder: string) => folder.toLowerCase().replaceAll("/", "\u0000");

/** The folder that holds it, with the slash between, and its own name. */
export function partsOf(folder: string): { above: string; name: string } {
  const at = folder.lastIndexOf("/") + 1;
  return { above: folder.slice(0, at), name: folder.slice(at) };
}
