"use client";

import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { LoadFailure } from "@/components/ui/later";
import { NavigationProvider } from "@/components/ui/navigation-provider";
import { QueryProvider } from "@/components/ui/queries";
import { ToastProvider } from "@/components/ui/toast";

export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <NuqsAdapter>
        <NavigationProvider>
          <ToastProvider>{children}</ToastProvider>
          <LoadFailure />
        </NavigationProvider>
      </NuqsAdapter>
    </QueryProvider>
  );
}
