"use client";

import { type FormEvent, useCallback, useEffect, useState } from "react";
import type { Environment } from "@/components/flags/flags-list";
import { type Promotion, writtenBy } from "@/components/flags/promotion-words";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { promoteFlags } from "@/lib/flag-moves/contract";
import { ApiError, call } from "@/lib/operations/client";

export type Asked = { projectId: string; from: Environment; to: Environment; keys: readonly string[] };

const inputOf = ({ projectId, from, to, keys }: Asked) => ({
  ...{ projectId, from: from.key, to: to.key, keys: [...keys] },
});

/** Read once: what somebody looks at must not change below their pointer. */
export function usePreview(asked: Asked) {
  const [preview, setPreview] = useState<Promotion>();
  const [error, setError] = useState<string>();
  const text = JSON.stringify(inputOf(asked));
  const look = useCallback(async () => {
    setError(undefined);
    try {
      setPreview(
        await call(promoteFlags, { ...(JSON.parse(text) as ReturnType<typeof inputOf>), dryRun: true }),
      );
    } catch (problem) {
      setPreview(undefined);
      setError(messageOf(problem));
    }
  }, [text]);
  useEffect(() => void look(), [look]);
  return { preview, error, look };
}

type Shown = { preview: Promotion | undefined; look: () => Promise<void>; onDone: () => void };

/** Promotes what the preview shows, or shows a new one where that does not hold any more. */
export function usePromotion(asked: Asked, { preview, look, onDone }: Shown) {
  const write = useWrite();
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isOld, setOld] = useState(false);

  async function promote(event: FormEvent) {
    event.preventDefault();
    if (!preview || pending) return;
    setPending(true);
    setProblem(undefined);
    setOld(false);
    try {
      const done = await write(promoteFlags, { ...inputOf(asked), expected: preview.version });
      const count = writtenBy(done);
      toast.success(`${count === 1 ? "1 flag" : `${count} flags`} promoted to ${asked.to.name}`);
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === "changed") {
        await look();
        setOld(true);
      } else setProblem(messageOf(error));
    } finally {
      setPending(false);
    }
  }
  return { pending, problem, isOld, promote };
}
