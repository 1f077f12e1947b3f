"use client";

import { BookOpen, Braces, CircleHelp, Keyboard, Package, Terminal } from "lucide-react";
import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { showShortcuts } from "@/components/ui/shortcuts";

/** The guide's sections, by the third segment of a page's path. */
const sections: Record<string, { label: string; anchor: string }> = {
  mocks: { label: "mocks", anchor: "mocks" },
  webhooks: { label: "webhook inboxes", anchor: "webhook-inboxes" },
  flags: { label: "feature flags", anchor: "api-keys-and-feature-flags" },
  keys: { label: "API keys", anchor: "api-keys-and-feature-flags" },
  releases: { label: "release notes", anchor: "release-notes" },
};

/** Links to the documentation of the instance's version. The first one is the section about the current page. */
export function HelpMenu() {
  const section = sections[(usePathname() ?? "").split("/")[3] ?? ""];
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Help">
          <CircleHelp aria-hidden />
        </Button>
      }
    >
      {section ? (
        <MenuItem icon={<BookOpen aria-hidden />} href={`/docs/index.html#${section.anchor}`} newTab>
          About {section.label}
        </MenuItem>
      ) : null}
      <MenuItem icon={<BookOpen aria-hidden />} href="/docs/index.html" newTab>
        Documentation
      </MenuItem>
      <MenuItem icon={<Terminal aria-hidden />} href="/docs/cli.html" newTab>
        Command line
      </MenuItem>
      <MenuItem icon={<Package aria-hidden />} href="/docs/sdk.html" newTab>
        SDK
      </MenuItem>
      <MenuItem icon={<Braces aria-hidden />} href="/api/openapi.json" newTab>
        API description
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Keyboard aria-hidden />} detail="?" onClick={() => showShortcuts(true)}>
        Keyboard shortcuts
      </MenuItem>
    </Menu>
  );
}
