"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { cn } from "@/components/ui/cn";

type Theme = "light" | "system" | "dark";

const choices: { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: "light", label: "Light theme", icon: Sun },
  { theme: "system", label: "System theme", icon: Monitor },
  { theme: "dark", label: "Dark theme", icon: Moon },
];

/** Light, system or dark; kept in localStorage under "theme". */
export function ThemeSwitch({ className }: { className?: string }) {
  const theme = useSyncExternalStore(subscribe, readTheme, () => null);
  return (
    <fieldset className={cn("inline-flex rounded-md border border-line bg-sunken p-0.5", className)}>
      <legend className="sr-only">Theme</legend>
      {choices.map(({ theme: choice, label, icon: Icon }) => (
        <button
          key={choice}
          type="button"
          aria-pressed={theme === choice}
          aria-label={label}
          title={label}
          onClick={() => setTheme(choice)}
          className="grid size-6.5 place-items-center rounded-sm text-ink-mute transition-colors duration-100 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-raised touch:size-10"
        >
          <Icon aria-hidden className="size-3.5" />
        </button>
      ))}
    </fieldset>
  );
}

function readTheme(): Theme | null {
  const set = document.documentElement.dataset.theme;
  return set === "light" || set === "dark" ? set : "system";
}

const listeners = new Set<() => void>();

function setTheme(theme: Theme) {
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
function subscribe(listener: () => void) {
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
