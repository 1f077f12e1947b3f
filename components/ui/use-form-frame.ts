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

/** What a save needs to know about the earlier state. */
export type Save<V, R = unknown> = {
  /** The part of the body that differs from the form's initial values. */
  changed: <B extends object>(body: (values: V) => B) => Partial<B>;
  ifMatch: string | undefined;
  /** The last known state of the row. */
  row: R | undefined;
};

export type FormSetup<V extends FieldValues, R> = {
  /** The operation's schema, checked before anything is sent; or a resolver, if the form's fields have other names. */
  rules: z.ZodType<V, V> | Resolver<V>;
  /** If absent, fields keep what was typed, or filled in by the browser, before the script had loaded. */
  start?: DefaultValues<V>;
  /** The row that the form edits, and that its values come from. */
  edited?: Edited<V, R> | undefined;
  send: (values: V, save: Save<V, R>) => Promise<R>;
  /** The message on success: "Mock saved". */
  says?: (result: R) => string | undefined;
  /** Called on success, when nothing counts as unsaved any more. */
  done?: (result: R) => void;
  /** The form changes something that the server-rendered title of the page names. */
  titled?: boolean;
  /** The page to open on success, such as that of a newly created item. */
  next?: (result: R) => string | undefined;
  /** Replaces the API's error message if it doesn't fit. With a field, the message is shown beside that. */
  explain?: (error: unknown) => { message: string; field?: Path<V> } | undefined;
  /** The form's field for the path of an issue; without it, the field of the same name. */
  fieldOf?: (path: string, values: V) => string | undefined;
  /** Unsaved input is discarded without asking. */
  discardable?: boolean;
};

export type FormState<V extends FieldValues> = {
  form: UseFormReturn<V, unknown, V>;
  /** The error of the whole form. */
  problem: string | null;
  submit: () => void;
  /** Saves unsaved changes. @returns whether none are left */
  settle: () => Promise<boolean>;
  /** The unsaved changes, field by field; `resume` restores them, `revert` discards them. */
  changes: () => Change[];
  resume: (typed: readonly Change[]) => void;
  revert: () => void;
  /** Shows the row that another write on this page has returned. What was typed since `sent` stays. */
  adopt: (row: unknown, sent?: V) => void;
  sending: boolean;
  /** Whether the form was sent and accepted. If it created something, the page of that is loading. */
  accepted: boolean;
  unsaved: boolean;
  /** Whether there are unsaved changes right now, independent of renders. */
  isUnsaved: () => boolean;
  /** Increases whenever the form should scroll to an error or a notice. */
  attention: number;
  row: RowNews;
};

/** Limits retries, so that the person gets a result however often others save meanwhile. */
const attemptsMax = 5;

/**
 * A form whose fields have the API's names: the API's errors are shown beside the fields that they concern, and only
 * the changed fields of a row are sent.
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
      isDone.current = !edited;
      arrived(result);
    } catch (error) {
      if (edited && error instanceof ApiError && error.code === "changed" && attempts < attemptsMax) {
        row.meet(error.current as R);
        // The values that were taken over have to be validated with the rest.
        return form.handleSubmit((again) => attempt(again, attempts + 1))();
      }
      if (edited && error instanceof ApiError && error.status === 404) row.setGone(true);
      else setProblem(place(error, values));
    }
  }

  async function sendOnce() {
    setProblem(null);
    setAccepted(false);
    await form.handleSubmit((values) => attempt(values, 1))();
    setAttention((count) => count + 1);
  }

  // A key does not wait for the button to be disabled, and a second send would create a second thing.
  const underWay = useRef<Promise<void> | null>(null);
  const isDone = useRef(false);
  const submit = useLatest(async () => {
    if (isDone.current) return;
    underWay.current ??= sendOnce().finally(() => {
      underWay.current = null;
    });
    await underWay.current;
  });

  return {
    form,
    problem,
    submit: () => void submit(),
    settle: async () => {
      await underWay.current;
      if (check().length > 0) await submit();
      return check().length === 0;
    },
    changes: row.changes,
    resume: row.resume,
    revert: row.revert,
    adopt: (fresh, sent = form.getValues()) => {
      row.saved(fresh as R, sent);
      check();
    },
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

/** A stable function that calls the one from the last render. */
function useLatest<Args extends unknown[], Result>(work: (...args: Args) => Result) {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
