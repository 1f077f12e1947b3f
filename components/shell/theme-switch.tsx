"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { readTheme, setTheme, subscribeTheme, type Theme } from "@/components/shell/theme";
import { cn } from "@/components/ui/cn";

export const themeChoices: { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: "light", label: "Light theme", icon: Sun },
  { theme: "system", label: "System theme", icon: Monitor },
  { theme: "dark", label: "Dark theme", icon: Moon },
];

export function ThemeSwitch({ className }: { className?: string }) {
  const theme = useSyncExternalStore(subscribeTheme, readTheme, () => null);
  return (
    <fieldset className={cn("inline-flex rounded-md border border-line bg-sunken p-0.5", className)}>
      <legend className="sr-only">Theme</legend>
      {themeChoices.map(({ theme: choice, label, icon: Icon }) => (
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
