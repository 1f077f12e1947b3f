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

  useEffect(() => {
    let turn: Promise<unknown> = Promise.resolve();
    // Whoever leaves the page says no, also to what waits: a write that is never over would keep others from being read.
    let isGone = false;
    let refuse = () => {};
    const show = (environments: readonly Named[]) =>
      new Promise<boolean>((answer) => {
        if (isGone) return answer(false);
        refuse = () => answer(false);
        isConfirmed.current = false;
        setQuestion((before) => ({ id: (before?.id ?? 0) + 1, environments, answer }));
        setOpen(true);
      });
    const end = onUnconfirmed((environments) =>
      answerOf(keysOf(environments), () => {
        const mine = turn.then(() => show(environments));
        turn = mine;
        return mine;
      }),
    );
    return () => {
      end();
      isGone = true;
      refuse();
    };
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
