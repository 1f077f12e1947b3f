"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { readTheme, setTheme, subscribeTheme, type Theme } from "@/components/shell/theme";
import { Segments } from "@/components/ui/segments";

export const themeChoices: { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: "light", label: "Light theme", icon: Sun },
  { theme: "system", label: "System theme", icon: Monitor },
  { theme: "dark", label: "Dark theme", icon: Moon },
];

export const useTheme = () => useSyncExternalStore(subscribeTheme, readTheme, () => null);

export function ThemeSwitch() {
  const segments = themeChoices.map(({ theme, label, icon: Icon }) => ({
    value: theme,
    label: <Icon aria-hidden />,
    title: label,
  }));
  return <Segments label="Theme" segments={segments} value={useTheme()} onChange={setTheme} />;
}
