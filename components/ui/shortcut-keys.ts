/** A key of the keyboard, or two of which the first is `g`, for everywhere or for the page that is open. */
export type Shortcut = {
  /** `event.key`, which is the same on every layout of keys, or two of them: "g m". */
  keys: string;
  words: string;
  run: () => void;
  /** Holding the key down does it again and again. */
  repeats?: boolean;
};

/** What is asked of an event: less than a KeyboardEvent, so that tests need no browser. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "isComposing"
> & { getModifierState: (name: "AltGraph") => boolean };

/** How long the second key of two may take. */
export const sequenceMs = 1500;

export type Found = { shortcut: Shortcut | undefined; handled: boolean };

const nothing: Found = { shortcut: undefined, handled: false };

/**
 * Reads key presses as shortcuts. `on` is whether people want single characters to be shortcuts; Escape and Delete are
 * no characters, and nobody types them by accident when they speak.
 */
export function createKeyReader(now: () => number) {
  let first: { key: string; at: number } | undefined;

  return function read(press: KeyPress, shortcuts: readonly Shortcut[], on: boolean): Found {
    const { key } = press;
    if (modifierKeys.has(key)) return nothing;
    const begun = first && now() - first.at <= sequenceMs ? first.key : undefined;
    first = undefined;
    if (press.isComposing || isCommand(press) || (!on && isCharacter(key))) return nothing;
    if (begun !== undefined) {
      // A key that completes nothing was still meant as a second one, and does nothing by itself.
      return { shortcut: find(shortcuts, `${begun} ${key}`), handled: true };
    }
    if (!press.repeat && shortcuts.some(({ keys }) => keys.startsWith(`${key} `))) {
      first = { key, at: now() };
      return { shortcut: undefined, handled: true };
    }
    const shortcut = find(shortcuts, key);
    return shortcut && (!press.repeat || shortcut.repeats) ? { shortcut, handled: true } : nothing;
  };
}

const find = (shortcuts: readonly Shortcut[], keys: string) => shortcuts.find((each) => each.keys === keys);

/** They are pressed on the way to "?", also between two keys. */
const modifierKeys = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);

const isCharacter = (key: string) => [...key].length === 1;

/** Some keyboards have "/" and "?" behind AltGr, which Windows reports as Ctrl and Alt. */
function isCommand(press: KeyPress): boolean {
  if (press.metaKey) return true;
  return (press.ctrlKey || press.altKey) && !press.getModifierState("AltGraph");
}
