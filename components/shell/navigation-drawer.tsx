"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactElement, useState } from "react";
import { Sidebar, type SidebarProps } from "@/components/shell/dashboard-sidebar";
import { Button } from "@/components/ui/button";
import { DialogBackdrop } from "@/components/ui/dialog";

export type NavigationDrawerProps = SidebarProps & {
  trigger: ReactElement;
  pathname: string;
  onSearch: () => void;
};

/** Remembers the page it was opened on, so that following a link closes it. */
export function NavigationDrawer({ trigger, pathname, onSearch, ...sidebar }: NavigationDrawerProps) {
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  return (
    <Dialog.Root open={openedOn === pathname} onOpenChange={(open) => setOpenedOn(open ? pathname : null)}>
      <Dialog.Trigger render={trigger} />
      <Dialog.Portal>
        <DialogBackdrop />
        <Dialog.Popup
          aria-label="Navigation"
          className="fixed inset-y-0 left-0 z-40 w-[min(18.5rem,calc(100vw-3rem))] border-line border-r bg-canvas shadow-popup outline-none transition-transform duration-150 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <Sidebar
            {...sidebar}
            onSearch={() => {
              setOpenedOn(null);
              onSearch();
            }}
          />
          <Dialog.Close
            aria-label="Close navigation"
            render={<Button variant="ghost" size="icon" className="absolute top-3 right-2" />}
          >
            <X aria-hidden />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
