import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { AppProviders } from "@/components/shell/app-providers";
import { themeScript } from "@/components/shell/theme-script";
import { nonceHeader } from "@/lib/platform/headers/page-headers";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Fieldkit", template: "%s · Fieldkit" },
  description: "Mock endpoints, webhook inboxes, feature flags and release notes for a team's projects.",
  applicationName: "Fieldkit",
  robots: { index: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f8faf9" },
    { media: "(prefers-color-scheme: dark)", color: "#0c1110" },
  ],
};

/** Reads the request's nonce, so that every page is rendered for its request: a built one could not have it. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(nonceHeader) ?? undefined;
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, run before first paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body className="min-h-dvh">
        <AppProviders nonce={nonce}>{children}</AppProviders>
      </body>
    </html>
  );
}
