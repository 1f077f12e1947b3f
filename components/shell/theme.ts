/** Light, system or dark; kept in localStorage under "theme", and read before the first paint by theme-script. */
export type Theme = "light" | "system" | "dark";

export function readTheme(): Theme | null {
  const set = document.documentElement.dataset.theme;
  return set === "light" || set === "dark" ? set : "system";
}

const listeners = new Set<() => void>();

export function setTheme(theme: Theme) {
  applyTheme(theme);
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Storage may be blocked; the choice then lasts until the next load.
  }
  for (const listener of listeners) listener();
}

function applyTheme(theme: string | null) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** Other tabs follow through the storage event. */
export function subscribeTheme(listener: () => void) {
  const follow = (event: StorageEvent) => {
    if (event.key !== "theme") return;
    applyTheme(event.newValue);
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", follow);
  };
}
