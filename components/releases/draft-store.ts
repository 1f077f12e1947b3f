import type { Change } from "@/components/ui/use-edited-row";

/** An unsaved change as it is stored. Of the text that it replaces, only a fingerprint is kept. */
type KeptChange = { name: string; was: string; typed: string };
export type Draft = {
  /** When it was kept, in milliseconds since the epoch. */
  at: number;
  changes: KeptChange[];
  /** Ids of the drafts that this one continues. */
  from: string[];
};

const prefix = "fieldkit.draft/";
const daysMax = 30;
/** More than notes may have. As a limit for all drafts together, about half of what browsers allow. */
export const draftCharsMax = 1_200_000;
export const draftsCharsMax = 2_500_000;

/**
 * Drafts of one account and release in the browser's storage. Each open page has a draft of its own, so that two tabs
 * never overwrite one another. A page that continues a draft replaces it only if nobody has typed in it since.
 * @param owner account and release
 */
export function draftStore(storage: Storage, owner: string, now: () => number = Date.now) {
  const own = `${prefix}${owner}/${crypto.randomUUID()}`;
  let from: string[] = [];
  let kept = "";
  prune(storage, now());

  return {
    /** The newest draft that no other draft continues. It stays until it is dropped. */
    newest(): Draft | undefined {
      const drafts = draftsIn(storage).filter(({ key }) => key.startsWith(`${prefix}${owner}/`));
      const continued = new Set(drafts.flatMap(({ draft }) => draft.from));
      const found = drafts.find((each) => !continued.has(idOf(each)));
      if (found) from = [idOf(found), ...found.draft.from].slice(0, 20);
      return found?.draft;
    },
    /** Replaces this page's own draft with the unsaved changes. */
    keep(changes: readonly Change[]): void {
      const what = changes.map(({ name, from: was, to }) => ({
        name,
        was: fingerprint(String(was)),
        typed: String(to),
      }));
      const text = JSON.stringify(what);
      if (text === kept || text.length > draftCharsMax) return;
      kept = text;
      const draft: Draft = { at: now(), changes: what, from };
      write(storage, own, JSON.stringify(draft));
    },
    /** Removes the draft, because it was saved or discarded. */
    drop(): void {
      kept = "";
      storage.removeItem(own);
      if (from.length === 0) return;
      for (const each of draftsIn(storage)) if (from.includes(idOf(each))) storage.removeItem(each.key);
      from = [];
    },
  };
}

export type DraftStore = ReturnType<typeof draftStore>;

/** A text that nobody can type, so that it differs from every stored text. */
const unknown = "\u0000";

/** The changes of a draft, compared with the text that is stored now. */
export function changesOf({ changes }: Draft, stored: Record<string, string>): Change[] {
  return changes
    .filter(({ name }) => name in stored)
    .map(({ name, was, typed }) => {
      const now = stored[name] ?? "";
      return { name, from: fingerprint(now) === was ? now : unknown, to: typed };
    });
}

type Entry = { key: string; size: number; draft: Draft };
const idOf = ({ key, draft }: Entry) => `${key}@${draft.at}`;

/** All drafts of this browser, the newest first. */
function draftsIn(storage: Storage): Entry[] {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  return keys
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const text = storage.getItem(key) ?? "";
      const draft = read(text);
      if (!draft) storage.removeItem(key);
      return draft ? [{ key, size: text.length, draft }] : [];
    })
    .sort((one, other) => other.draft.at - one.draft.at);
}

function read(text: string): Draft | undefined {
  try {
    const draft = JSON.parse(text) as Draft;
    const isWhole =
      Array.isArray(draft.from) && draft.changes.every(({ typed }) => typeof typed === "string");
    return isWhole && Number.isFinite(draft.at) ? draft : undefined;
  } catch {
    return undefined;
  }
}

function prune(storage: Storage, now: number): void {
  let size = 0;
  for (const each of draftsIn(storage)) {
    size += each.size;
    const isOld = now - each.draft.at > daysMax * 24 * 60 * 60_000;
    if (isOld || size > draftsCharsMax) storage.removeItem(each.key);
  }
}

/** If storage is full, the oldest drafts are removed first. If that is not enough, no draft is kept. */
function write(storage: Storage, key: string, text: string): void {
  for (;;) {
    try {
      storage.setItem(key, text);
      return;
    } catch {
      const oldest = draftsIn(storage).findLast((each) => each.key !== key);
      if (!oldest) return;
      storage.removeItem(oldest.key);
    }
  }
}

/** Tells texts apart without keeping them (FNV-1a). */
function fingerprint(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}.${(sum >>> 0).toString(36)}`;
}
