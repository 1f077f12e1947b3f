"use client";

import { type ReactElement, type ReactNode, useContext } from "react";
import { laterPopup } from "@/components/ui/later-popup";
import { type MenuGroupProps, type MenuItemProps, MenuPartsContext } from "@/components/ui/menu-parts";

export type MenuProps = {
  /** A button; it becomes the menu's trigger. */
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  className?: string;
  children: ReactNode;
};

export const Menu = laterPopup<MenuProps>("menu", () =>
  import("@/components/ui/menu-popup").then((file) => file.MenuPopup),
);

export function MenuItem(props: MenuItemProps) {
  const { Item } = useContext(MenuPartsContext);
  return <Item {...props} />;
}

export function MenuGroup(props: MenuGroupProps) {
  const { Group } = useContext(MenuPartsContext);
  return <Group {...props} />;
}

export function MenuSeparator() {
  const { Separator } = useContext(MenuPartsContext);
  return <Separator />;
}
