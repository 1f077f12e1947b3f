"use client";

import { createContext, type ReactNode, useContext, useRef } from "react";
import { later } from "@/components/ui/later";

export type ToastTone = "success" | "error" | "info";

export type ToastOptions = {
  description?: ReactNode;
  /** Adds an Undo button; the toast then stays 8 s instead of 5 s. */
  undo?: () => void;
  /** A button other than Undo. */
  action?: { label: string; onClick: () => void };
  /** Milliseconds; 0 keeps it until it is closed. */
  timeoutMs?: number;
};

/** Each function shows a message and returns a function that closes it. */
export type ToastApi = Record<ToastTone, (title: string, options?: ToastOptions) => () => void>;

export type Toast = ToastOptions & { id: string; tone: ToastTone; title: string };

/** Receives the toasts: the toast list, once its code is loaded. */
export type ToastSink = { show: (toast: Toast) => void; close: (id: string) => void };

const toastList = later(() => import("@/components/ui/toast-list").then((file) => file.ToastList));

const ToastContext = createContext<ToastApi | null>(null);

/** `toast.success("Mock deleted", { undo })`. Errors are announced at once and stay 10 s. */
export function useToast(): ToastApi {
  const toast = useContext(ToastContext);
  if (!toast) throw new Error("Messages need a ToastProvider around them.");
  return toast;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const queue = useRef<ToastQueue>(null);
  queue.current ??= createQueue();
  const { api, connect } = queue.current;
  const ToastList = toastList.useCode();
  return (
    <ToastContext value={api}>
      {children}
      {ToastList ? <ToastList connect={connect} /> : null}
    </ToastContext>
  );
}

type ToastQueue = ReturnType<typeof createQueue>;

/** Keeps the messages from before the toast list is loaded. */
function createQueue() {
  let sink: ToastSink | undefined;
  let waiting: Toast[] = [];
  let count = 0;

  const show =
    (tone: ToastTone) =>
    (title: string, options: ToastOptions = {}) => {
      const toast: Toast = { ...options, id: `toast-${++count}`, tone, title };
      if (sink) sink.show(toast);
      else {
        waiting.push(toast);
        toastList.need();
      }
      return () => {
        waiting = waiting.filter((each) => each !== toast);
        sink?.close(toast.id);
      };
    };
  return {
    api: { success: show("success"), error: show("error"), info: show("info") } satisfies ToastApi,
    connect(next: ToastSink) {
      sink = next;
      for (const toast of waiting.splice(0)) sink.show(toast);
      return () => {
        if (sink === next) sink = undefined;
      };
    },
  };
}
