import { type ComponentType, createContext, type ReactNode } from "react";

export type MenuItemProps = {
  icon?: ReactNode;
  href?: string;
  /** Opens the link in a new tab, for targets outside the dashboard. */
  newTab?: boolean;
  onClick?: () => void;
  tone?: "default" | "danger";
  /** Shows a check mark and marks the item as the current one. */
  current?: boolean;
  /** Why it can't be chosen now; shown below it. */
  reason?: string | undefined;
  /** Small text on the right: a shortcut, a count. */
  detail?: ReactNode;
  children: ReactNode;
};

export type MenuGroupProps = { label: ReactNode; children: ReactNode };

type Parts = {
  Item: ComponentType<MenuItemProps>;
  Group: ComponentType<MenuGroupProps>;
  Separator: ComponentType;
};

const Nothing = () => null;
/** The popup provides the components that its items are made of, because they are loaded with it. */
export const MenuPartsContext = createContext<Parts>({
  Item: Nothing,
  Group: Nothing,
  Separator: Nothing,
});
