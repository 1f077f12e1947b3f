"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useMemo, useRef, useState, useTransition } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { anyHolds, type Guard, type Leave, NavigationContext } from "@/components/ui/navigation";
import { useHistoryGuard } from "@/components/ui/use-history-guard";

/**
 * All navigation between pages of the app goes through here: a bar shows that the next page is loading, and a person
 * with unsaved changes is asked first. So pages need no skeletons, which would send a 200 before a 404 is known.
 */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const guards = useRef(new Set<Guard>()).current;
  const { ask, question } = useQuestion();

  const go = useCallback(
    (href: string, { replace = false, unasked = false }: Leave = {}) => {
      const open = () => startTransition(() => (replace ? router.replace(href) : router.push(href)));
      if (unasked || !anyHolds(guards)) open();
      else void ask().then((leave) => leave && open());
    },
    [router, guards, ask],
  );
  useHistoryGuard(guards, ask);

  const navigation = useMemo(() => ({ go, guards, ask }), [go, guards, ask]);
  return (
    <NavigationContext value={navigation}>
      {children}
      {question}
      {pending ? <ProgressBar /> : null}
    </NavigationContext>
  );
}

/** Asks one question at a time: callers that ask meanwhile get the same answer. */
function useQuestion() {
  const [open, setOpen] = useState(false);
  const asked = useRef<{ answer: Promise<boolean>; give: (leave: boolean) => void } | null>(null);

  const ask = useCallback((): Promise<boolean> => {
    if (!asked.current) {
      let give: (leave: boolean) => void = () => {};
      const answer = new Promise<boolean>((resolve) => {
        give = resolve;
      });
      asked.current = { answer, give };
      setOpen(true);
    }
    return asked.current.answer;
  }, []);

  function give(leave: boolean) {
    setOpen(false);
    asked.current?.give(leave);
    asked.current = null;
  }

  const question = (
    <ConfirmDialog
      title="Leave without saving?"
      description="What you typed here is not saved."
      confirmLabel="Leave"
      cancelLabel="Stay"
      open={open}
      onOpenChange={(next) => (next ? undefined : give(false))}
      onConfirm={() => give(true)}
    />
  );
  return { ask, question };
}

/** Appears only after a moment, so that fast navigation does not flicker. */
function ProgressBar() {
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="fade-in-late fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden bg-accent/25"
    >
      <div className="slide-across h-full bg-accent" />
    </div>
  );
}
