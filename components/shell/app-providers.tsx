"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import type { ReactNode } from "react";
import { NavigationProvider } from "@/components/ui/navigation";
import { ToastProvider } from "@/components/ui/toast";

export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delay={400}>
      <NavigationProvider>
        <ToastProvider>{children}</ToastProvider>
      </NavigationProvider>
    </Tooltip.Provider>
  );
}
