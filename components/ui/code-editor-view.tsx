"use client";

import type { CompletionSource } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { CodeLanguage, CodeMistake } from "@/components/ui/code-editor";
import { loadLanguage } from "@/components/ui/code-editor-languages";
import { markMistake } from "@/components/ui/code-editor-marks";
import { createEditor, languagesOf, replaceText, textOf, wired } from "@/components/ui/code-editor-setup";
import { useFieldControl, useFieldLabelId } from "@/components/ui/field";
import { controlLook } from "@/components/ui/looks";

export type CodeEditorViewProps = {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Gets what can be focused. */
  handle: (element: { focus: () => void } | null) => void;
  rows: number;
  language: CodeLanguage;
  isTemplate?: boolean;
  loadCompletion?: () => Promise<CompletionSource>;
  mistake?: CodeMistake | undefined;
};

/** The code editor itself. It takes the place of the plain field, with its focus, selection and height. */
export function CodeEditorView(props: CodeEditorViewProps) {
  const { value, rows, mistake } = props;
  const place = useRef<HTMLDivElement>(null);
  const wiring = useFieldControl();
  const labelId = useFieldLabelId();
  const { id = "", "aria-describedby": describedBy, "aria-invalid": invalid } = wiring;
  // While it is rendered for the first time, the plain field is still there.
  const [before] = useState(() => stateOf(document.getElementById(id)));
  const view = useEditor(props, place, before);

  useEffect(() => {
    view.current?.dispatch(wired({ id, labelId, describedBy, invalid, leaveId: `${id}-leave` }));
  }, [view, id, labelId, describedBy, invalid]);
  useEffect(() => {
    if (view.current) replaceText(view.current, value);
  }, [view, value]);
  useEffect(() => {
    if (view.current) markMistake(view.current, mistake);
  }, [view, mistake]);
  useLanguage(view, props);
  useEffect(() => {
    // Labels give the focus to native fields only.
    const label = labelId === undefined ? null : document.getElementById(labelId);
    const focus = () => view.current?.focus();
    label?.addEventListener("click", focus);
    return () => label?.removeEventListener("click", focus);
  }, [view, labelId]);

  return (
    <div className="group relative">
      <div ref={place} className={frame} style={{ height: before?.height ?? rows * 20 + 18 }} />
      <p
        id={`${id}-leave`}
        className="pointer-events-none absolute right-5 bottom-1.5 hidden rounded-sm bg-surface px-1 text-2xs text-ink-mute group-focus-within:block max-sm:sr-only"
      >
        Esc, then Tab leaves
      </p>
    </div>
  );
}

const frame = cn(
  controlLook,
  "resize-y overflow-hidden font-mono text-xs leading-5 touch:leading-6",
  "has-[.cm-focused]:border-accent has-[.cm-focused]:outline-1 has-[.cm-focused]:outline-accent",
  "has-aria-invalid:border-red has-[[aria-invalid].cm-content:focus]:outline-red",
  "max-sm:[&_.cm-gutters]:hidden!",
);

type Before = { isFocused: boolean; from: number; to: number; top: number; height: number };

function stateOf(element: Element | null): Before | undefined {
  if (!(element instanceof HTMLTextAreaElement)) return undefined;
  return {
    isFocused: document.activeElement === element,
    from: element.selectionStart,
    to: element.selectionEnd,
    top: element.scrollTop,
    height: element.offsetHeight,
  };
}

function useEditor(
  props: CodeEditorViewProps,
  place: React.RefObject<HTMLDivElement | null>,
  before: Before | undefined,
) {
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; what changes is told to the editor
  useEffect(() => {
    if (!place.current) return;
    const made = createEditor({
      parent: place.current,
      text: props.value,
      onChange: () => latest.current.onChange(textOf(made)),
      onBlur: () => latest.current.onBlur(),
    });
    view.current = made;
    props.handle({ focus: () => made.focus() });
    if (before?.isFocused) {
      const { length } = made.state.doc;
      const selection = { anchor: Math.min(before.from, length), head: Math.min(before.to, length) };
      made.dispatch({ selection });
      made.focus();
    }
    if (before) made.scrollDOM.scrollTop = before.top;
    return () => {
      props.handle(null);
      view.current = undefined;
      made.destroy();
    };
  }, []);
  return view;
}

function useLanguage(
  view: React.RefObject<EditorView | undefined>,
  { language, isTemplate = false, loadCompletion }: CodeEditorViewProps,
) {
  const completion = useRef(loadCompletion);
  useEffect(() => {
    completion.current = loadCompletion;
  });
  useEffect(() => {
    let isWanted = true;
    const source: CompletionSource | undefined = isTemplate
      ? async (context) => (await completion.current?.())?.(context) ?? null
      : undefined;
    // Without its colours a text can be written, too.
    loadLanguage(language, isTemplate).then(
      (support) => {
        if (isWanted)
          view.current?.dispatch(
            languagesOf({ support, source, isJson: language === "json" && !isTemplate }),
          );
      },
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [view, language, isTemplate]);
}
