import type { Finding } from "./finding";

const noticeMs = 2_000;
const wrongMs = 60_000;

/**
 * Compares this machine's clock with another one.
 * @param theirs what it said, in ms
 * @param asked when it was asked and when it answered, by our clock
 * @param precisionMs how much of it was left out: an HTTP date has whole seconds
 */
export function clockFinding(
  whose: string,
  theirs: number,
  asked: readonly [number, number],
  precisionMs = 0,
): Finding {
  const name = "clock";
  const early = asked[0] - precisionMs - theirs;
  const late = theirs - asked[1];
  const skew = Math.round(Math.max(0, early, late));
  if (skew < noticeMs) return { name, state: "good", found: `agrees with that of ${whose}` };
  const ahead = early > late ? "ahead of" : "behind";
  return {
    name,
    state: skew < wrongMs ? "note" : "bad",
    found: `${(skew / 1000).toFixed(1)} s ${ahead} that of ${whose}`,
    advice:
      "Let both machines set their clocks from the network (NTP): sessions, links and leases end by them.",
  };
}
