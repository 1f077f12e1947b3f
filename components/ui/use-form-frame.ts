"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { placeProblem } from "@/components/ui/form-problem";
import { changedNames, changedPart } from "@/components/ui/form-values";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";
import { type Change, type Edited, type RowNews, useEditedRow } from "@/components/ui/use-edited-row";
import { ApiError } from "@/lib/operations/client";

/** What a save needs to know of what was there before. */
export type Save<V, R = unknown> = {
  /** What of the body differs from what the form began with. */
  changed: <B extends object>(body: (values: V) => B) => Partial<B>;
  ifMatch: string | undefined;
  /** The row as it was last heard of. */
  row: R | undefined;
};

export type FormSetup<V extends FieldValues, R> = {
  /** The operation's own rules, checked before anything is sent; or what reads them for fields of other names. */
  rules: z.ZodType<V, V> | Resolver<V>;
  /** Left out, fields keep what was typed or filled in by the browser before the script had loaded. */
  start?: DefaultValues<V>;
  /** The row that the form changes; it is then filled from it. */
  edited?: Edited<V, R> | undefined;
  send: (values: V, save: Save<V, R>) => Promise<R>;
  /** Said once it is accepted: "Mock saved". */
  says?: (result: R) => string | undefined;
  /** Accepted. Nothing counts as unsaved any more. */
  done?: (result: R) => void;
  /** The title of the page's tab, which the server makes, names what is changed here. */
  titled?: boolean;
  /** The page to open then: that of a thing which is new. */
  next?: (result: R) => string | undefined;
  /** Our words for a refusal, where the API's don't fit; with a field, they stand beside it. */
  explain?: (error: unknown) => { message: string; field?: Path<V> } | undefined;
  /** The form's field for the path of an issue; without it, the field of the same name. */
  fieldOf?: (path: string, values: V) => string | undefined;
  /** Nobody minds what is typed here: it is discarded without a question. */
  discardable?: boolean;
};

export type FormState<V extends FieldValues> = {
  form: UseFormReturn<V, unknown, V>;
  /** What is wrong with the whole form. */
  problem: string | null;
  submit: () => void;
  /** Saves what is unsaved. @returns whether nothing is unsaved any more */
  settle: () => Promise<boolean>;
  /** What is unsaved, field by field; `resume` types it again, `revert` discards it. */
  changes: () => Change[];
  resume: (typed: readonly Change[]) => void;
  revert: () => void;
  /** Another write of this page has answered with the row: the form shows it. */
  adopt: (row: unknown) => void;
  sending: boolean;
  /** Sent and accepted. Where something was created, its page is on its way then. */
  accepted: boolean;
  unsaved: boolean;
  /** The same at this very moment. */
  isUnsaved: () => boolean;
  /** Counts what the eyes should be led to. */
  attention: number;
  row: RowNews;
};

/** However often others save meanwhile, the person gets an answer. */
const attemptsMax = 5;

/**
 * A form whose fields have the API's names: refusals come back beside the fields that they are about, and of a
 * row only what was changed is sent.
 */
export function useFormFrame<V extends FieldValues, R = unknown>(setup: FormSetup<V, R>): FormState<V> {
  const { edited, send, rules, discardable = false } = setup;
  const [problem, setProblem] = useState<string | null>(null);
  const [accepted, setAccepted] = useState(false);
  const [attention, setAttention] = useState(0);
  const [began] = useState(() => (edited ? edited.values(edited.row) : (setup.start as V | undefined)));
  const form = useForm<V, unknown, V>({
    resolver: typeof rules === "function" ? rules : zodResolver(rules),
    ...(began && { defaultValues: began as DefaultValues<V> }),
    shouldFocusError: false,
  });
  const base = useRef(began ?? ({} as V));
  const { unsaved, check } = useUnsaved(form, base, discardable);
  const row = useEditedRow({ form, base, edited, check });
  const router = useRouter();
  const toast = useToast();
  const navigate = useNavigate();

  function arrived(result: R) {
    const said = setup.says?.(result);
    if (said) toast.success(said);
    setup.done?.(result);
    if (setup.titled) router.refresh();
    const next = setup.next?.(result);
    if (next) navigate(next, { unasked: true });
  }

  function place(error: unknown, values: V): string | null {
    const ours = setup.explain?.(error);
    if (!ours) {
      // `repoUrls.1` is a place within a field.
      const known = (path: string) => ((path.split(".", 1)[0] ?? "") in form.getValues() ? path : undefined);
      return placeProblem(error, form.setError, (path) =>
        setup.fieldOf ? setup.fieldOf(path, values) : known(path),
      );
    }
    if (!ours.field) return ours.message;
    form.setError(ours.field, { type: "server", message: ours.message });
    return null;
  }

  async function attempt(values: V, attempts: number): Promise<void> {
    if (row.askAboutClashes()) return;
    const sent = form.getValues();
    try {
      const before = base.current;
      const result = await send(values, {
        changed: (body) => changedPart(body(before), body(values)),
        ifMatch: row.version(),
        row: row.current(),
      });
      if (edited) row.saved(result, sent);
      else base.current = sent;
      check();
      setAccepted(!edited);
      arrived(result);
    } catch (error) {
      if (edited && error instanceof ApiError && error.code === "changed" && attempts < attemptsMax) {
        row.meet(error.current as R);
        // What was taken over has to be judged with the rest.
        return form.handleSubmit((again) => attempt(again, attempts + 1))();
      }
      if (edited && error instanceof ApiError && error.status === 404) row.setGone(true);
      else setProblem(place(error, values));
    }
  }

  const submit = useLatest(async () => {
    setProblem(null);
    setAccepted(false);
    await form.handleSubmit((values) => attempt(values, 1))();
    setAttention((count) => count + 1);
  });

  return {
    form,
    problem,
    submit: () => void submit(),
    settle: async () => {
      if (check().length > 0) await submit();
      return check().length === 0;
    },
    changes: row.changes,
    resume: row.resume,
    revert: row.revert,
    adopt: (fresh) => row.saved(fresh as R, form.getValues()),
    sending: form.formState.isSubmitting,
    accepted,
    unsaved,
    isUnsaved: useCallback(() => check().length > 0, [check]),
    attention,
    row: {
      ...row,
      submit: () => void submit(),
      read: edited?.read,
      given: edited?.row,
      what: edited?.what ?? "",
      anew: edited?.anew && (async () => edited.anew?.(form.getValues()).then(arrived)),
    },
  };
}

/** Whether anything differs from what counts as saved. Renders only when that changes. */
function useUnsaved<V extends FieldValues>(
  form: UseFormReturn<V, unknown, V>,
  base: { current: V },
  discardable: boolean,
) {
  const [unsaved, setUnsaved] = useState(false);
  const check = useCallback(() => {
    const names = discardable ? [] : changedNames(base.current, form.getValues());
    setUnsaved(names.length > 0);
    return names;
  }, [form, base, discardable]);
  useEffect(() => {
    // What was typed before the script had loaded is in the form by now.
    check();
    return form.subscribe({ formState: { values: true }, callback: () => void check() });
  }, [form, check]);
  return { unsaved, check };
}

/** A function that stays the same and does what the last render's would. */
function useLatest<Args extends unknown[], Result>(work: (...args: Args) => Result) {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
