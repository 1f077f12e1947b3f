"use client";

import { useEffect, useRef, useState } from "react";
import { type FieldValues, useFormContext, useWatch } from "react-hook-form";
import { type Problems, useSetPreviewProblems } from "@/components/mocks/preview-problems";
import { messageOf } from "@/components/ui/form-problem";
import { ApiError } from "@/lib/operations/client";
import type { Issue } from "@/lib/operations/operation";

/** An answer of a preview: what only shows in rendering is part of it. */
export type Previewed = { problems: readonly Issue[] };

/** How a form's answer is asked for. One object for all forms of a kind. */
export type Previewing<V, Request, P> = {
  ask(projectId: string, values: V, request: Request): Promise<P>;
  /** The form's field for the path of an issue. */
  fieldOf(path: string, values: V): string | undefined;
};

export type PreviewState<P> = {
  /** The last one, also while there is something to be mended. */
  preview: P | undefined;
  /** What keeps from a newer one, in the form; and in the request, by its field. */
  issues: readonly Issue[];
  ofRequest: Problems;
  /** What went wrong beside all of that. */
  failure: string | undefined;
  isUnderWay: boolean;
};

/** How long after the last change, in ms. */
const pauseMs = 500;
const nothing = {
  preview: undefined,
  issues: [],
  ofRequest: {},
  failure: undefined,
  isUnderWay: false,
};

/**
 * What the surrounding form's mock or inbox would answer, asked anew when nobody has typed for half a second. The next question
 * waits for the answer to the last one.
 */
export function usePreview<V extends FieldValues, Request, P extends Previewed>(
  projectId: string,
  request: Request,
  previewing: Previewing<V, Request, P>,
) {
  const { control, getValues } = useFormContext<V>();
  const values = useWatch({ control });
  const setProblems = useSetPreviewProblems();
  const [state, setState] = useState<PreviewState<P>>(nothing);
  const [asked, setAsked] = useState(0);
  const underWay = useRef<Promise<void>>(Promise.resolve());
  const wish = JSON.stringify(request);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is in the form, the request as text, and who asks
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(async () => {
      await underWay.current;
      if (!isWanted) return;
      setState((before) => ({ ...before, isUnderWay: true }));
      const now = structuredClone(getValues());
      underWay.current = found(previewing.ask(projectId, now, JSON.parse(wish))).then((state) => {
        if (!isWanted) return;
        setState((before) => ({ ...state, preview: state.preview ?? before.preview }));
        const all = [...state.issues, ...(state.preview?.problems ?? [])];
        setProblems(problemsOf(all, (path) => previewing.fieldOf(path, now)));
      });
    }, pauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [values, wish, asked, projectId]);
  useEffect(() => () => setProblems({}), [setProblems]);

  return { ...state, refresh: () => setAsked(asked + 1) };
}

/** Never rejects. */
async function found<P>(asking: Promise<P>): Promise<PreviewState<P>> {
  try {
    return { ...nothing, preview: await asking };
  } catch (error) {
    const issues = error instanceof ApiError ? error.issues : [];
    const isOfRequest = ({ path }: Issue) => path.startsWith("request.");
    return {
      ...nothing,
      issues: issues.filter((each) => !isOfRequest(each)),
      ofRequest: requestProblems(issues.filter(isOfRequest)),
      failure: issues.length === 0 ? messageOf(error) : undefined,
    };
  }
}

const requestProblems = (issues: readonly Issue[]): Problems =>
  Object.fromEntries(issues.map(({ path, message }) => [path.split(".")[1] ?? "", message]));

function problemsOf(issues: readonly Issue[], fieldOf: (path: string) => string | undefined): Problems {
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const field = fieldOf(path);
      return field ? [[field, message]] : [];
    }),
  );
}
