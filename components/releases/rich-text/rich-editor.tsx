"use client";

import { type Command, type EditorState, NodeSelection } from "prosemirror-state";
import { useEffect, useRef, useState } from "react";
import { AddressPanel, type Asked } from "@/components/releases/rich-text/address-panel";
import { hrefAt, image, link } from "@/components/releases/rich-text/commands";
import { createRichView, type RichView } from "@/components/releases/rich-text/editor-view";
import { schema } from "@/components/releases/rich-text/schema";
import { RichToolbar } from "@/components/releases/rich-text/toolbar";
import type { InsertImage } from "@/components/releases/use-note-images";
import { cn } from "@/components/ui/cn";
import { useFieldControl, useFieldLabelId } from "@/components/ui/field";
import { attachmentSource } from "@/lib/releases/images/attached-images";

export type RichEditorProps = {
  value: string;
  onChange: (value: string) => void;
  /** Whether it is the editor that is shown. The other one may be, and this one keeps its history meanwhile. */
  isShown: boolean;
  /** Where in the text the cursor was in the other editor, and where it is in this one. */
  cursor: { current: number };
  /** Where an attachment of the release can be seen. */
  addressOf: (attachmentId: string) => string;
  /** Takes files that are pasted or dropped. */
  onFiles: (files: readonly File[]) => void;
  /** Called when somebody wants to choose files. */
  onUpload: () => void;
  /** How others put an image at the cursor. */
  inserter: { current: InsertImage | undefined };
};

/** Notes as their readers see them, to be edited. Markdown comes in and goes out. */
export function RichEditor(props: RichEditorProps) {
  const { isShown } = props;
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<EditorState>();
  const [asked, setAsked] = useState<Asked>();
  const rich = useRichView(place, props, setState, (now) => setAsked({ kind: "link", href: hrefAt(now) }));

  function run(command: Command) {
    const view = rich.current?.view;
    if (!view) return;
    command(view.state, view.dispatch, view);
    view.focus();
  }
  const askLink = () => state && setAsked({ kind: "link", href: hrefAt(state) });
  function done(address: string, alt: string) {
    setAsked(undefined);
    if (asked?.kind === "link") return run(link(address));
    run(image(address, alt));
  }
  const { inserter } = props;
  useEffect(() => {
    inserter.current = ({ id, alt }) => {
      const view = rich.current?.view;
      if (!view) return;
      image(attachmentSource(id), alt)(view.state, view.dispatch, view);
      view.focus();
    };
    return () => {
      inserter.current = undefined;
    };
  }, [inserter, rich]);

  return (
    <div
      className={cn(
        "overflow-hidden rounded-md border border-edge bg-surface focus-within:border-accent",
        !isShown && "hidden",
      )}
    >
      {state ? (
        <RichToolbar
          state={state}
          run={run}
          onLink={askLink}
          onImage={() => setAsked({ kind: "image" })}
          onUpload={props.onUpload}
        />
      ) : null}
      {asked ? <AddressPanel asked={asked} onDone={done} onClose={() => setAsked(undefined)} /> : null}
      {state && imageOf(state) ? <Description key={state.selection.from} state={state} run={run} /> : null}
      <div ref={place} className="rich-text h-[70dvh] min-h-96 overflow-y-auto px-5 py-4" />
    </div>
  );
}

const imageOf = ({ selection }: EditorState) =>
  selection instanceof NodeSelection && selection.node.type === schema.nodes.image ? selection : undefined;

/** What the selected picture shows, for those who do not see it. */
function Description({ state, run }: { state: EditorState; run: (command: Command) => void }) {
  const chosen = imageOf(state);
  if (!chosen) return null;
  return (
    <label className="flex items-center gap-2 border-line border-b bg-sunken px-3 py-2 text-sm">
      What it shows
      <input
        defaultValue={chosen.node.attrs.alt}
        className="h-8 min-w-0 flex-1 rounded-sm border border-edge bg-surface px-2 text-ink touch:h-10"
        onChange={(event) => {
          const alt = event.target.value;
          const { from } = chosen;
          run((now, dispatch) => {
            const tr = now.tr.setNodeAttribute(from, "alt", alt);
            dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, from)));
            return true;
          });
          event.target.focus();
        }}
      />
    </label>
  );
}

function useRichView(
  place: React.RefObject<HTMLDivElement | null>,
  props: RichEditorProps,
  onState: (state: EditorState) => void,
  onLink: (state: EditorState) => void,
) {
  const rich = useRef<RichView>(undefined);
  const latest = useRef(props);
  const wiring = useFieldControl();
  const labelId = useFieldLabelId();
  useEffect(() => {
    latest.current = props;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; what changes is told to the editor
  useEffect(() => {
    if (!place.current) return;
    const made = createRichView(place.current, {
      text: props.value,
      attributes: {
        ...{ role: "textbox", "aria-multiline": "true", "aria-labelledby": labelId ?? "" },
        ...(wiring["aria-describedby"] && { "aria-describedby": wiring["aria-describedby"] }),
      },
      onChange: (text) => latest.current.onChange(text),
      onState,
      onLink,
      onFiles: (files) => latest.current.onFiles(files),
      addressOf: (id) => latest.current.addressOf(id),
    });
    rich.current = made;
    onState(made.view.state);
    return () => made.view.destroy();
  }, []);
  const { value, isShown, cursor } = props;
  const wasShown = useRef(false);
  useEffect(() => {
    const now = rich.current;
    if (!now) return;
    const isComing = isShown && !wasShown.current;
    wasShown.current = isShown;
    if (!isShown) return;
    now.show(value, isComing);
    if (!isComing) return;
    now.goTo(cursor.current);
    now.view.focus();
    return;
  }, [value, isShown, cursor]);
  useEffect(() => {
    if (!isShown) return;
    return () => {
      if (rich.current) cursor.current = rich.current.offset();
    };
  }, [isShown, cursor]);
  return rich;
}
