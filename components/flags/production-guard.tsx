"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { Environment } from "@/components/flags/flags-list";
import { isProduction } from "@/components/flags/production";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { queryKey } from "@/components/ui/known-answers";
import type { FormState } from "@/components/ui/use-form-frame";
import { listEnvironments } from "@/lib/environments/contract";

type NamedEnvironment = { key: string; name: string };
/** Resolves to whether the change may go ahead. `change` describes the result: "“Checkout” will be on". */
type Confirm = (environments: readonly NamedEnvironment[], change: string) => Promise<boolean>;

const GuardContext = createContext<Confirm | null>(null);

/**
 * Asks before a change that affects production, until the person asks not to be asked again in this session. Not where a
 * protected environment is affected, because then the service asks.
 */
export function useProductionGuard(): Confirm {
  const confirm = useContext(GuardContext);
  if (!confirm) throw new Error("Changes of flags need a ProductionGuard around them.");
  return confirm;
}

type Felt = { environments: readonly NamedEnvironment[]; change: string };

/** A form that asks for confirmation after its values are valid and before it is sent. */
export function useGuardedForm<V extends FieldValues>(frame: FormState<V>, felt: (values: V) => Felt) {
  const confirm = useProductionGuard();
  async function submit() {
    const isRight = await frame.form.trigger();
    const { environments, change } = felt(frame.form.getValues());
    if (!isRight || (await confirm(environments, change))) frame.submit();
  }
  return { ...frame, submit: () => void submit() };
}

type Question = { places: string; change: string; answer: (yes: boolean) => void };

export function ProductionGuard({ projectId, children }: { projectId: string; children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const [remember, setRemember] = useState(false);

  const client = useQueryClient();

  /** As far as the page knows. */
  const isProtected = ({ key }: NamedEnvironment) =>
    client
      .getQueryData<Environment[]>(queryKey(listEnvironments, { projectId }))
      ?.some((each) => each.key === key && each.isProtected);

  const confirm: Confirm = async (environments, change) => {
    if (environments.some(isProtected)) return true;
    const places = environments.filter(isProduction).map(({ name }) => name);
    if (places.length === 0 || isRemembered(projectId)) return true;
    setRemember(false);
    setOpen(true);
    return new Promise((answer) => setQuestion({ places: places.join(", "), change, answer }));
  };

  return (
    <GuardContext value={confirm}>
      {children}
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          // After a yes the promise is settled already, so this has no effect.
          if (!next) question?.answer(false);
        }}
        title={`Change ${question?.places ?? "production"}?`}
        description={`${question?.change ?? ""}. This applies immediately.`}
        confirmLabel="Change it"
        tone="primary"
        onConfirm={() => {
          if (remember) rememberAnswer(projectId);
          question?.answer(true);
        }}
      >
        <Field layout="row" label="Don’t ask again in this session">
          <Checkbox checked={remember} onCheckedChange={setRemember} />
        </Field>
      </ConfirmDialog>
    </GuardContext>
  );
}

const storageKey = (projectId: string) => `production-confirmed ${projectId}`;

/** If storage is blocked, every change needs confirmation. */
function isRemembered(projectId: string): boolean {
  try {
    return sessionStorage.getItem(storageKey(projectId)) === "yes";
  } catch {
    return false;
  }
}

function rememberAnswer(projectId: string): void {
  try {
    sessionStorage.setItem(storageKey(projectId), "yes");
  } catch {}
}
