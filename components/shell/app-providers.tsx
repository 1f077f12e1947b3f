"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { LoadFailure } from "@/components/ui/later";
import { NavigationProvider } from "@/components/ui/navigation-provider";
import { QueryProvider } from "@/components/ui/queries";
import { ToastProvider } from "@/components/ui/toast";

type AppProvidersProps = {
  /** What the page's policy lets styles in by that components bring along. */
  nonce: string | undefined;
  children: ReactNode;
};

export function AppProviders({ nonce, children }: AppProvidersProps) {
  return (
    <CSPProvider {...(nonce && { nonce })}>
      <QueryProvider>
        <NuqsAdapter>
          <NavigationProvider>
            <ToastProvider>{children}</ToastProvider>
            <LoadFailure />
          </NavigationProvider>
        </NuqsAdapter>
      </QueryProvider>
    </CSPProvider>
  );
}
