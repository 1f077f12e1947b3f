"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { NavigationProvider } from "@/components/ui/navigation-provider";
import { QueryProvider } from "@/components/ui/queries";
import { ToastProvider } from "@/components/ui/toast";

export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <NuqsAdapter>
        <Tooltip.Provider delay={400}>
          <NavigationProvider>
            <ToastProvider>{children}</ToastProvider>
          </NavigationProvider>
        </Tooltip.Provider>
      </NuqsAdapter>
    </QueryProvider>
  );
}
