import { describe, expect, test } from "vitest";
import { createKeyReader, type KeyPress, type Shortcut, sequenceMs } from "@/components/ui/shortcut-keys";

/** What was run, after these presses at these times. */
function pressed(...presses: (Partial<KeyPress> & { key: string; at?: number; off?: boolean })[]) {
  const ran: string[] = [];
  const line = (keys: string, more: Partial<Shortcut> = {}): Shortcut => ({
    keys,
    words: keys,
    run: () => ran.push(keys),
    ...more,
  });
  const table = [line("c"), line("j", { repeats: true }), line("r"), line("?"), line("Delete"), line("g r")];
  let time = 0;
  const read = createKeyReader(() => time);
  for (const { at = time, off = false, ...press } of presses) {
    time = at;
    const whole = {
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      repeat: false,
      isComposing: false,
      getModifierState: () => false,
      ...press,
    };
    read(whole, table, !off).shortcut?.run();
  }
  return ran;
}

const altGraph = { ctrlKey: true, altKey: true, getModifierState: () => true };

describe("a key", () => {
  test.each([
    ["by itself", { key: "c" }, ["c"]],
    ["of no shortcut", { key: "x" }, []],
    ["with Ctrl", { key: "c", ctrlKey: true }, []],
    ["with ⌘", { key: "c", metaKey: true }, []],
    ["with Alt", { key: "c", altKey: true }, []],
    ["that a keyboard has behind AltGr", { key: "?", ...altGraph }, ["?"]],
    ["in the middle of composing", { key: "c", isComposing: true }, []],
    ["held down", { key: "c", repeat: true }, []],
    ["held down that moves", { key: "j", repeat: true }, ["j"]],
    ["while shortcuts are off", { key: "c", off: true }, []],
    ["that is no character, while they are off", { key: "Delete", off: true }, ["Delete"]],
  ])("%s", (_, press, ran) => {
    expect(pressed(press)).toEqual(ran);
  });
});

describe("two keys", () => {
  test("one after the other are one shortcut, not the second key's", () => {
    expect(pressed({ key: "g" }, { key: "r" })).toEqual(["g r"]);
    expect(pressed({ key: "g", at: 0 }, { key: "r", at: sequenceMs })).toEqual(["g r"]);
  });

  test("too far apart are two keys", () => {
    expect(pressed({ key: "g", at: 0 }, { key: "r", at: sequenceMs + 1 })).toEqual(["r"]);
  });

  test("that are none do nothing, and the next key counts again", () => {
    expect(pressed({ key: "g" }, { key: "c" }, { key: "c" })).toEqual(["c"]);
    expect(pressed({ key: "g" }, { key: "Escape" }, { key: "r" })).toEqual(["r"]);
  });

  test("may have Shift between them, but no command", () => {
    expect(pressed({ key: "g" }, { key: "Shift" }, { key: "r" })).toEqual(["g r"]);
    expect(pressed({ key: "g" }, { key: "r", ctrlKey: true }, { key: "r" })).toEqual(["r"]);
  });

  test("do not begin by holding the first, nor while shortcuts are off", () => {
    expect(pressed({ key: "g", repeat: true }, { key: "r" })).toEqual(["r"]);
    expect(pressed({ key: "g", off: true }, { key: "r" })).toEqual(["r"]);
  });
});
