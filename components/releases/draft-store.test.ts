import { describe, expect, it } from "vitest";
import { changesOf, draftCharsMax, draftStore, draftsCharsMax } from "./draft-store";

/** A browser's storage with room for this many characters. */
function storageOf(room = 5_000_000): Storage {
  const items = new Map<string, string>();
  const used = () => [...items].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return {
    get length() {
      return items.size;
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    setItem(key, value) {
      const before = items.get(key);
      items.set(key, value);
      if (used() <= room) return;
      if (before === undefined) items.delete(key);
      else items.set(key, before);
      throw new DOMException("full", "QuotaExceededError");
    },
  };
}

const typed = (to: string, from = "Stored") => [{ name: "content", from, to }];
const day = 24 * 60 * 60_000;

/** Opens pages one after the other, each a second later. */
function browser(storage = storageOf()) {
  let time = 1_000_000;
  const now = () => (time += 1000);
  return {
    storage,
    open: (owner = "ada/release") => draftStore(storage, owner, now),
    later(ms: number) {
      time += ms;
    },
  };
}

describe("a draft", () => {
  it("is found by the next page of the same account and release, and by no other", () => {
    const { open } = browser();
    open().keep(typed("Half a thought"));
    expect(open().newest()?.changes[0]?.typed).toBe("Half a thought");
    expect(open("ada/other").newest()).toBeUndefined();
    expect(open("bob/release").newest()).toBeUndefined();
  });

  it("stays until it is dropped, and goes with those that it went on from", () => {
    const { open, storage } = browser();
    open().keep(typed("One"));
    const second = open();
    second.newest();
    second.keep(typed("One, two"));
    const third = open();
    expect(third.newest()?.changes[0]?.typed).toBe("One, two");
    third.drop();
    expect(storage.length).toBe(0);
  });

  it("of one tab is never overwritten by another", () => {
    const { open } = browser();
    const [one, other] = [open(), open()];
    one.keep(typed("Mine"));
    other.keep(typed("Also mine"));
    one.drop();
    expect(open().newest()?.changes[0]?.typed).toBe("Also mine");
  });

  it("that was typed in since another tab went on from it is not dropped with that one", () => {
    const { open } = browser();
    const one = open();
    one.keep(typed("One"));
    const other = open();
    other.newest();
    one.keep(typed("One and more"));
    other.drop();
    expect(open().newest()?.changes[0]?.typed).toBe("One and more");
  });

  it("is forgotten after 30 days", () => {
    const { open, later } = browser();
    open().keep(typed("Old"));
    later(29 * day);
    expect(open().newest()).toBeDefined();
    later(2 * day);
    expect(open().newest()).toBeUndefined();
  });

  it("that is no draft is removed", () => {
    const { open, storage } = browser();
    for (const text of ["", "{", "null", "[]", '{"at":1}', '{"at":1,"from":[],"changes":[{"typed":1}]}']) {
      storage.setItem(`fieldkit.draft/ada/release/${text}`, text);
    }
    storage.setItem("theme", "dark");
    expect(open().newest()).toBeUndefined();
    expect(storage.length).toBe(1);
  });
});

describe("room", () => {
  it("is bounded for one draft and for all of them, of which the oldest go", () => {
    const { open, storage } = browser(storageOf(50_000_000));
    open("ada/much").keep(typed("x".repeat(draftCharsMax)));
    expect(storage.length).toBe(0);
    for (let count = 0; count < 6; count += 1) open(`ada/${count}`).keep(typed("x".repeat(600_000)));
    expect(open("ada/0").newest()).toBeUndefined();
    expect(open("ada/5").newest()).toBeDefined();
    const kept = Array.from(
      { length: storage.length },
      (_, at) => storage.getItem(storage.key(at) ?? "") ?? "",
    );
    expect(kept.join("").length).toBeLessThanOrEqual(draftsCharsMax);
  });

  it("is made for the newest draft, and where there is none at all nothing fails", () => {
    const { open } = browser(storageOf(1000));
    open("ada/old").keep(typed("x".repeat(600)));
    open("ada/new").keep(typed("y".repeat(600)));
    expect(open("ada/old").newest()).toBeUndefined();
    expect(open("ada/new").newest()).toBeDefined();
    open("ada/large").keep(typed("z".repeat(2000)));
    expect(open("ada/large").newest()).toBeUndefined();
  });
});

describe("the changes of a draft", () => {
  it("are to what is stored if that is still what it was typed over, and else to something unknown", () => {
    const { open } = browser();
    open().keep(typed("Mine", "Stored"));
    const draft = open().newest();
    if (!draft) throw new Error("no draft");
    expect(changesOf(draft, { title: "T", content: "Stored" })).toEqual(typed("Mine", "Stored"));
    const [change] = changesOf(draft, { title: "T", content: "Theirs" });
    expect(change?.to).toBe("Mine");
    expect(["Mine", "Theirs", "Stored"]).not.toContain(change?.from);
    expect(changesOf(draft, { title: "T" })).toEqual([]);
  });
});
