/** Tells a person how far a command got: one line that changes on a terminal, else a line every ten seconds. */
export function progress(verb: string): { tell(done: number, total: number): void; end(): void } {
  const isTerminal = process.stderr.isTTY;
  const everyMs = isTerminal ? 200 : 10_000;
  let told = performance.now();
  let isOpen = false;
  return {
    tell(done, total) {
      if (performance.now() - told < everyMs) return;
      told = performance.now();
      const text = `${verb} ${done} of ${total} rows`;
      process.stderr.write(isTerminal ? `\r${text}` : `${text}\n`);
      isOpen = isTerminal;
    },
    end() {
      if (isOpen) process.stderr.write("\n");
      isOpen = false;
    },
  };
}
