"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Toast, ToastSink } from "@/components/ui/toast";

type ToastListProps = {
  /** Sends all further toasts to this sink. */
  connect: (sink: ToastSink) => () => void;
};

export function ToastList({ connect }: ToastListProps) {
  return (
    <Base.Provider limit={3}>
      <Connection connect={connect} />
      <Base.Portal>
        <Base.Viewport className={viewportLook}>
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Connection({ connect }: ToastListProps) {
  const { add, close } = Base.useToastManager();
  useEffect(
    () => connect({ show: (toast) => void add(optionsOf(toast, () => close(toast.id))), close }),
    [connect, add, close],
  );
  return null;
}

function optionsOf({ id, tone, title, description, ...options }: Toast, close: () => void) {
  const action = options.undo ? { label: "Undo", onClick: options.undo } : options.action;
  return {
    id,
    title,
    description,
    type: tone,
    priority: tone === "error" ? ("high" as const) : ("low" as const),
    timeout: options.timeoutMs ?? (tone === "error" ? 10_000 : action ? 8_000 : 5_000),
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          close();
          action.onClick();
        },
      },
    }),
  };
}

/**
 * In a one-column layout below the top bar, so as not to cover the form's button at the bottom; beside an open side
 * panel, which has its buttons at the bottom too.
 */
const viewportLook =
  "fixed top-16 right-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 outline-none xl:top-auto xl:bottom-4 xl:in-[body:has([data-side-panel])]:right-[33rem]";

const marks: Record<string, ReactNode> = {
  success: <CircleCheck aria-hidden className="size-4 shrink-0 text-green" />,
  error: <CircleAlert aria-hidden className="size-4 shrink-0 text-red" />,
  info: <Info aria-hidden className="size-4 shrink-0 text-blue" />,
};

function Toasts() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      swipeDirection="right"
      className={cn(
        "translate-x-(--toast-swipe-movement-x) rounded-lg border border-line bg-popup text-ink shadow-popup transition-[opacity,translate] duration-200 ease-out",
        "data-starting-style:-translate-y-3 xl:data-starting-style:translate-y-3 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0",
      )}
    >
      <Base.Content className="flex items-center gap-2.5 py-2.5 pr-2 pl-3.5">
        {marks[toast.type ?? "info"]}
        <div className="min-w-0 flex-1">
          <Base.Title className="break-words font-medium text-sm" />
          <Base.Description className="break-words text-ink-mute text-sm" />
        </div>
        {toast.actionProps ? <Base.Action render={<Button size="sm" className="-my-0.5" />} /> : null}
        <Base.Close aria-label="Dismiss" render={<Button variant="ghost" size="icon-sm" className="-my-1" />}>
          <X aria-hidden />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
