"use client";

import { Ellipsis, type LucideIcon, Trash2 } from "lucide-react";
import { Fragment, type ReactElement, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { useCopy } from "@/components/ui/clipboard";
import { ConfirmDelete, type ConfirmDeleteProps } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";

export type Control = { open: boolean; onOpenChange: (open: boolean) => void };

export type MenuAction = {
  label: string;
  icon: LucideIcon;
  /** Small text on the right: a shortcut. */
  detail?: string;
  href?: string;
  onClick?: () => void;
  /** The text to copy, after its name for the success message: ["Key", key]. */
  copy?: readonly [what: string, text: string | (() => string)];
  /** The dialog that the action opens. */
  dialog?: (control: Control) => ReactNode;
  /** Why it can't be done now. */
  reason?: string | undefined;
  /** The action is destructive. Such actions come last. */
  danger?: boolean;
};

export type ActionMenuProps = {
  /** A button; it becomes the menu's trigger. */
  trigger: ReactElement;
  align?: "start" | "end";
  /** `false` omits an action that is not available now. */
  actions: readonly (MenuAction | false)[];
};

/** Actions in a menu, with the dialogs that they open. */
export function ActionMenu({ trigger, align = "end", actions }: ActionMenuProps) {
  const [opened, setOpened] = useState<string>();
  const copy = useCopy();
  const given = actions.filter((action) => action !== false);
  const run = ({ label, onClick, copy: copied, dialog }: MenuAction) => {
    onClick?.();
    if (copied) void copy(...copied);
    if (dialog) setOpened(label);
  };
  return (
    <>
      <Menu trigger={trigger} align={align}>
        {given.map((action, index) => (
          <Fragment key={action.label}>
            {action.danger && index > 0 ? <MenuSeparator /> : null}
            <MenuItem
              icon={<action.icon aria-hidden />}
              detail={action.detail}
              reason={action.reason}
              tone={action.danger ? "danger" : "default"}
              {...(action.href === undefined ? { onClick: () => run(action) } : { href: action.href })}
            >
              {action.label}
            </MenuItem>
          </Fragment>
        ))}
      </Menu>
      {given.map(({ label, dialog }) => (
        <Fragment key={label}>
          {dialog?.({
            open: opened === label,
            onOpenChange: (open) => setOpened(open ? label : undefined),
          })}
        </Fragment>
      ))}
    </>
  );
}

export type RowMenuProps = Pick<ActionMenuProps, "actions"> & {
  /** What the actions are for: "List users". */
  name: string;
  /** In a row of a list, or at the head of its own page. */
  place: "row" | "page";
};

/** The menu of actions on one item. */
export function RowMenu({ name, place, actions }: RowMenuProps) {
  const row = place === "row";
  return (
    <ActionMenu
      actions={actions}
      trigger={
        <Button
          variant={row ? "ghost" : "secondary"}
          size={row ? "icon-sm" : "icon"}
          aria-label={`Actions for ${name}`}
        >
          <Ellipsis aria-hidden />
        </Button>
      }
    />
  );
}

/** The delete action, which comes last and asks first. */
export const deletion = ({
  label = "Delete",
  ...props
}: ConfirmDeleteProps & { label?: string }): MenuAction => ({
  label,
  icon: Trash2,
  danger: true,
  dialog: (control) => <ConfirmDelete {...props} {...control} />,
});
