"use client";

import { useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { answerOf } from "@/components/ui/confirmed-once";
import { keysOf, onUnconfirmed } from "@/lib/operations/client";
import type { Named } from "@/lib/operations/operation";

type Question = { id: number; environments: readonly Named[]; answer: (yes: boolean) => void };

/** Has a person type the keys of protected environments before a change of them is sent again; one question at a time. */
export function ConfirmProtected() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const isConfirmed = useRef(false);
  const turn = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    const show = (environments: readonly Named[]) =>
      new Promise<boolean>((answer) => {
        isConfirmed.current = false;
        setQuestion((before) => ({ id: (before?.id ?? 0) + 1, environments, answer }));
        setOpen(true);
      });
    return onUnconfirmed((environments) =>
      answerOf(keysOf(environments), () => {
        const mine = turn.current.then(() => show(environments));
        turn.current = mine;
        return mine;
      }),
    );
  }, []);

  const environments = question?.environments ?? [];
  const names = environments.map(({ name }) => name).join(", ");
  return (
    <ConfirmDialog
      // A field that begins empty for each question.
      key={question?.id}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) question?.answer(isConfirmed.current);
      }}
      title={`Change ${names}?`}
      description={
        environments.length > 1
          ? "They are protected. The change takes effect in all of them at once."
          : "It is protected. The change takes effect at once."
      }
      confirmLabel="Change it"
      tone="primary"
      typed={keysOf(environments)}
      onConfirm={() => {
        isConfirmed.current = true;
      }}
    />
  );
}
