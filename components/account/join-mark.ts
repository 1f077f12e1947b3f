/** How long somebody may take from an invitation through signing in or up and back. */
const markMs = 30 * 60 * 1000;

const keyOf = (token: string) => `join ${token}`;

/** Remembers in this tab that somebody left an invitation to sign in or up, in order to join by it. */
export function markJoining(token: string, now = Date.now()): void {
  try {
    sessionStorage.setItem(keyOf(token), String(now));
  } catch {
    // Storage may be blocked; joining then takes one more click.
  }
}

/** Whether that was so a short time ago. It counts once. */
export function takeJoining(token: string, now = Date.now()): boolean {
  try {
    const at = sessionStorage.getItem(keyOf(token));
    sessionStorage.removeItem(keyOf(token));
    return at !== null && now - Number(at) >= 0 && now - Number(at) < markMs;
  } catch {
    return false;
  }
}
