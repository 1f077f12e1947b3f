"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

/** Messages by the names of the form's fields. */
export type Problems = Readonly<Record<string, string>>;

type Shared = { problems: Problems; setProblems: (problems: Problems) => void };
const none: Problems = {};
const ProblemsContext = createContext<Shared>({ problems: none, setProblems: () => {} });

/** Lets the preview say at a field what is wrong with it before anything is saved. */
export function PreviewProblems({ children }: { children: ReactNode }) {
  const [problems, setProblems] = useState(none);
  const shared = useMemo(() => ({ problems, setProblems }), [problems]);
  return <ProblemsContext value={shared}>{children}</ProblemsContext>;
}

/** What the preview has found in a field of the form. */
export const usePreviewProblem = (name: string): string | undefined =>
  useContext(ProblemsContext).problems[name];

export const useSetPreviewProblems = () => useContext(ProblemsContext).setProblems;
