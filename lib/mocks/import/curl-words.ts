/**
 * Commands of a shell, as words. Quotes and escapes are read as Bash does; variables stay as they are written, and nothing is
 * carried out. What follows a pipe belongs to no command.
 */
export function commandsIn(text: string): string[][] {
  const reader = new Words(isForWindows(text) ? withoutCarets(text) : text);
  return reader.read();
}

/** Browsers copy commands for Windows' cmd, too, which has carets where others have backslashes. */
const isForWindows = (text: string) => /\^\r?\n|\^"/.test(text) && !/\\\r?\n/.test(text);

const withoutCarets = (text: string) => text.replace(/\^\r?\n/g, " ").replace(/\^(.)/gs, "$1");

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\x07",
  e: "\x1b",
};

class Words {
  readonly #text: string;
  #at = 0;
  #commands: string[][] = [[]];
  #pieces: string[] | undefined;
  /** After a pipe, up to the end of the line. */
  #isIgnored = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string[][] {
    while (this.#at < this.#text.length) this.#step();
    this.#endWord();
    return this.#commands.filter((words) => words.length > 0);
  }

  #step(): void {
    const character = this.#text[this.#at] ?? "";
    this.#at += 1;
    if (character === "'") this.#add(this.#until("'"));
    else if (character === '"') this.#add(this.#doubleQuoted());
    else if (character === "$" && this.#text[this.#at] === "'") {
      this.#at += 1;
      this.#add(this.#dollarQuoted());
    } else if (character === "\\") this.#escape();
    else if (character === "\n" || character === ";" || character === "&") this.#endCommand(false);
    else if (character === "|") this.#endCommand(true);
    else if (/\s/.test(character)) this.#endWord();
    else if (character === "#" && !this.#pieces) this.#until("\n", false);
    else this.#add(character);
  }

  #add(text: string): void {
    this.#pieces ??= [];
    this.#pieces.push(text);
  }

  #endWord(): void {
    if (this.#pieces && !this.#isIgnored) this.#commands.at(-1)?.push(this.#pieces.join(""));
    this.#pieces = undefined;
  }

  #endCommand(isPipe: boolean): void {
    this.#endWord();
    this.#isIgnored = isPipe;
    if (!isPipe && this.#commands.at(-1)?.length) this.#commands.push([]);
  }

  /** A backslash before the end of a line joins it with the next. */
  #escape(): void {
    const next = this.#text[this.#at] ?? "";
    this.#at += 1;
    if (next === "\r" && this.#text[this.#at] === "\n") this.#at += 1;
    else if (next !== "\n") this.#add(next);
  }

  /** @param consume whether the end itself is read, too */
  #until(end: string, consume = true): string {
    const found = this.#text.indexOf(end, this.#at);
    const stop = found === -1 ? this.#text.length : found;
    const text = this.#text.slice(this.#at, stop);
    this.#at = consume ? stop + 1 : stop;
    return text;
  }

  #doubleQuoted(): string {
    const pieces: string[] = [];
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? "";
      this.#at += 1;
      if (character === '"') break;
      const next = this.#text[this.#at] ?? "";
      const isEscape = character === "\\" && '"\\$`\n'.includes(next) && next !== "";
      if (isEscape) this.#at += 1;
      pieces.push(isEscape ? (next === "\n" ? "" : next) : character);
    }
    return pieces.join("");
  }

  #dollarQuoted(): string {
    const pieces: string[] = [];
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? "";
      this.#at += 1;
      if (character === "'") break;
      pieces.push(character === "\\" ? this.#dollarEscape() : character);
    }
    return pieces.join("");
  }

  #dollarEscape(): string {
    const code = /^(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|x([0-9a-fA-F]{1,2}))/.exec(
      this.#text.slice(this.#at, this.#at + 9),
    );
    if (code) {
      this.#at += code[0].length;
      const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? "0", 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : "";
    }
    const character = this.#text[this.#at] ?? "";
    this.#at += 1;
    return Object.hasOwn(escapes, character) ? (escapes[character] ?? "") : character;
  }
}
