"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { popupItemLook, popupLook } from "@/components/ui/looks";
import type { MenuProps } from "@/components/ui/menu";
import { type MenuGroupProps, type MenuItemProps, MenuPartsContext } from "@/components/ui/menu-parts";

export function MenuPopup({ trigger, align = "end", side = "bottom", className, children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Base.Popup
            className={cn(
              popupLook,
              "max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto p-1",
              className,
            )}
          >
            <MenuPartsContext value={parts}>{children}</MenuPartsContext>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Item({
  icon,
  href,
  newTab,
  onClick,
  tone = "default",
  current,
  detail,
  reason,
  children,
}: MenuItemProps) {
  const look = cn(
    popupItemLook,
    tone === "danger" && !reason ? "text-red [&_svg]:text-red" : "[&_svg]:text-ink-mute",
    // The reason has to be read.
    reason && "items-start py-1.5 text-ink-mute data-disabled:opacity-100",
  );
  const content = (
    <>
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {reason ? <span className="block text-ink-mute text-xs">{reason}</span> : null}
      </span>
      {detail ? <span className="text-ink-mute text-xs">{detail}</span> : null}
      {current ? <Check aria-hidden className="text-accent-ink!" /> : null}
    </>
  );
  if (href !== undefined) {
    return (
      <Base.LinkItem
        closeOnClick
        // biome-ignore lint/a11y/useAnchorContent: the item has the content.
        render={newTab ? <a href={href} target="_blank" rel="noreferrer" /> : <Link href={href} />}
        aria-current={current ? "true" : undefined}
        className={look}
      >
        {content}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item onClick={onClick} disabled={reason !== undefined} className={look}>
      {content}
    </Base.Item>
  );
}

function Group({ label, children }: MenuGroupProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-ink-mute text-xs">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

function Separator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}

const parts = { Item, Group, Separator };
