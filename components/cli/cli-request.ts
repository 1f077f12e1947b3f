/** What a command line asks for, as its address says it. */
export type CliRequest = {
  /** The purpose of the key: the profile of `fieldkit login`, or the output of `fieldkit key create`. */
  purpose: Purpose;
  port: number;
  state: string;
  challenge: string;
  /** Which machine it says it is on. Anybody can write such an address. */
  machine: string;
};

export type Purpose = "login" | "key";

const secretText = /^[A-Za-z0-9_-]{43}$/;

/**
 * The request of an address; undefined if no command line made it. Only a port is taken from it: an answer goes to this
 * machine and nowhere else. The purpose selects one of two texts.
 */
export function readCliRequest(
  search: Readonly<Record<string, string | string[] | undefined>>,
): CliRequest | undefined {
  const { port, state, challenge, machine, purpose } = search;
  if (typeof port !== "string" || typeof state !== "string" || typeof challenge !== "string")
    return undefined;
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
  if (number < 1024 || number > 65_535) return undefined;
  if (!secretText.test(state) || !secretText.test(challenge)) return undefined;
  const name = typeof machine === "string" ? machine : "";
  return {
    purpose: purpose === "key" ? "key" : "login",
    port: number,
    state,
    challenge,
    machine: name
      .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
      .slice(0, 100)
      .trim(),
  };
}

/** Where the command line waits for its answer. */
export function callbackOf(
  { port, state }: CliRequest,
  answer: { code: string } | { error: "denied" },
): string {
  const url = new URL(`http://127.0.0.1:${port}/callback`);
  for (const [name, value] of Object.entries({ ...answer, state })) url.searchParams.set(name, value);
  return url.href;
}
