"use client";

import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";

export type RowMenuProps = {
  /** What the actions are for: "List users". */
  name: string;
  /** In a row of a list, or at the head of its own page. */
  place: "row" | "page";
  children: ReactNode;
};

/** What can be done with one thing. Takes MenuItems. */
export function RowMenu({ name, place, children }: RowMenuProps) {
  const row = place === "row";
  return (
    <Menu
      trigger={
        <Button
          variant={row ? "ghost" : "secondary"}
          size={row ? "icon-sm" : "icon"}
          aria-label={`Actions for ${name}`}
        >
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {children}
    </Menu>
  );
}
