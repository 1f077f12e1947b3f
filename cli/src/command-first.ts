import { commonOptions } from "./command";

/** Whether an argument is an option that every command has. */
export function isCommon(arg: string): boolean {
  return Object.entries(commonOptions).some(
    ([name, { short }]) =>
      arg === `--${name}` || arg.startsWith(`--${name}=`) || (short && arg === `-${short}`),
  );
}

/**
 * Arguments with the command's words in front. Options of every command may stand before or between these:
 * `fieldkit --json mocks push`.
 */
export function commandFirst(args: readonly string[]): string[] {
  const words: string[] = [];
  const options: string[] = [];
  let at = 0;
  for (; at < args.length && words.length < 2; at += 1) {
    const arg = args[at] ?? "";
    if (isCommon(arg)) {
      options.push(arg);
      const isValue = arg === "--profile" && args[at + 1] !== undefined;
      if (isValue) options.push(args[at + 1] ?? "");
      at += isValue ? 1 : 0;
    } else if (arg.startsWith("-")) break;
    else words.push(arg);
  }
  const rest = args.slice(at);
  return words.length > 0 ? [...words, ...options, ...rest] : [...rest, ...options];
}
