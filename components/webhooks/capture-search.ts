import type { Output } from "@/lib/operations/operation";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import type { searchRequests } from "@/lib/webhooks/searching/contract";

export type SearchView = {
  text: string;
  /** What the API found so far, by id. */
  found: ReadonlyMap<string, CapturedRequest>;
  state: "done" | "searching" | "failed" | "stopped";
  /** How many of how many were looked at. */
  searched: number;
  total: number;
};

type Range = { after: number; before: number };
type Step = Output<typeof searchRequests>;

export type SearchParts = {
  step: (text: string, range: Range, signal: AbortSignal) => Promise<Step>;
  /** Waits until somebody has typed on. */
  settled: (signal: AbortSignal) => Promise<void>;
};

export type CaptureSearch = {
  view(): SearchView;
  subscribe(listener: () => void): () => void;
  /**
   * Searches for a text in all captures up to `newest`, and later in those that came in since, as far as `newestLong`: the
   * page can look through the others itself. Does nothing where that is under way or done.
   */
  look(text: string, upTo: { newest: number; newestLong: number }): void;
  /** Leaves it at what was found. */
  stop(): void;
};

const nothing: SearchView = { text: "", found: new Map(), state: "done", searched: 0, total: 0 };

/** A search step by step, from the newest on. What it finds shows at once, and another text ends it. */
export function createCaptureSearch({ step, settled }: SearchParts): CaptureSearch {
  let view = nothing;
  let upTo = 0;
  let ranges: Range[] = [];
  let ending = new AbortController();
  const listeners = new Set<() => void>();

  function change(next: Partial<SearchView>) {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  }

  async function run({ signal }: AbortController) {
    const { text } = view;
    /** Of ranges that are done. */
    let done = 0;
    try {
      await settled(signal);
      // What waits meanwhile is for the search that took this one's place.
      if (signal.aborted) return;
      for (let range = ranges.shift(); range; range = ranges.shift()) {
        let searched = 0;
        for (let before: number | null = range.before; before !== null; ) {
          const got: Step = await step(text, { ...range, before }, signal);
          if (signal.aborted) return;
          searched += got.searched;
          const found = new Map([...view.found, ...got.items.map((item) => [item.id, item] as const)]);
          change({ found, searched: done + searched, total: done + searched + got.left });
          before = got.next;
        }
        done += searched;
      }
      change({ state: "done" });
    } catch {
      if (!signal.aborted) change({ state: "failed" });
    }
  }

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look: (text, { newest, newestLong }) => {
      const isNew = text !== view.text;
      if (isNew) {
        ending.abort();
        ranges = [];
        upTo = 0;
        change({ ...nothing, text });
      }
      const target = isNew ? newest : newestLong;
      if (text === "" || view.state === "stopped" || target <= upTo) return;
      ranges.push({ after: upTo, before: target + 1 });
      upTo = target;
      if (view.state === "searching") return;
      ending = new AbortController();
      change({ state: "searching" });
      void run(ending);
    },
    stop: () => {
      ending.abort();
      ranges = [];
      change({ state: "stopped" });
    },
  };
}
