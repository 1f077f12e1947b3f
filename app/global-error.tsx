"use client";

import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import { MessagePage } from "@/components/shell/message-page";
import { Button } from "@/components/ui/button";
import "./globals.css";

/** Replaces the root layout when the layout itself fails, so it brings its own document. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <title>Error · Fieldkit</title>
        <MessagePage
          title="Fieldkit could not start this page"
          text="Try again; if it stays, tell whoever runs this Fieldkit."
          detail={error.digest ? `Error ${error.digest}` : undefined}
          actions={
            <Button variant="primary" onClick={reset}>
              Try again
            </Button>
          }
        />
      </body>
    </html>
  );
}
